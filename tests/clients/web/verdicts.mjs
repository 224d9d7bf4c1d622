// Reads records from standard input, each after its length (u32), and prints a verdict a line.
const { verdict } = await import(process.argv[2]);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const input = Buffer.concat(chunks);
for (let at = 0; at < input.length; ) {
  const end = at + 4 + input.readUInt32BE(at);
  console.log(JSON.stringify(verdict(new Uint8Array(input.subarray(at + 4, end)))));
  at = end;
}
