// Reads {do, given: [...]} from standard input, and prints what the page makes of each one given.
const { shared } = await import(process.argv[2]);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const asked = JSON.parse(Buffer.concat(chunks).toString());
const made = asked.given.map((one) => {
  try {
    return shared[asked.do](one);
  } catch {
    return "refused";
  }
});
if ({}.polluted !== undefined) throw new Error("a path leads out of the view");
console.log(JSON.stringify(made));
