// For tests that run these modules in Node, beside the same in Python. No page imports it.

import { check } from "../record/check";
import { NotARecord } from "../record/report";

/** What the verifier finds: "good" with its counts, "fault" with event and check, or "none": no record. */
export function verdict(data: Uint8Array): unknown[] {
  try {
    const { fault, counts, viewer, system, level, over } = check(data);
    if (fault) return ["fault", fault.position, fault.check];
    return ["good", counts, viewer, system, level, over];
  } catch (other) {
    if (!(other instanceof NotARecord)) throw other;
    return ["none"];
  }
}
