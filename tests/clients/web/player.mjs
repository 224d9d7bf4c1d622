// A viewer of a game in Node: lines of JSON in, one line out for each, numbered as they came.
import { createInterface } from "node:readline";

const { told } = await import(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...wanted } = JSON.parse(line);
  told(wanted).then(
    (answer) => console.log(JSON.stringify({ id, answer })),
    (fault) => console.log(JSON.stringify({ id, fault: String(fault?.stack ?? fault) })),
  );
}
process.exit(0);
