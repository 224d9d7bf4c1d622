// Holding an event to be wrong, as an option like any other: every event of play may be disputed.

import { filled } from "../record/report";
import type { Option } from "./fill";

const LONGEST = 500;

/** What is declared to dispute an event: why it is held to be wrong. */
export const disputing = (event: number): Option => ({
  command: "dispute",
  title: filled("Dispute event {event}", { event }),
  rule: "game 7",
  fixed: { event },
  fields: [
    {
      type: "text",
      path: ["because"],
      title: "What is wrong with it?",
      at_least: 1,
      at_most: LONGEST,
      default: "",
    },
  ],
  limits: {},
  uses: {},
  why_not: "",
  sealed: [],
});
