// Two tabs of one seat know of each other. Both show the same, and either may act: keys and links are
// kept in one place, and a declaration is recorded once, whoever sends it.

/** Tells `found` when another tab of this browser holds the same seat; returns how to leave. */
export function otherTabs(game: string, seat: number, found: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(`broadside seat ${game} ${seat}`);
  channel.onmessage = ({ data }) => {
    if (data === "hello") channel.postMessage("here");
    found();
  };
  channel.postMessage("hello");
  return () => channel.close();
}
