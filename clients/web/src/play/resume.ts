// When to try again after a connection is lost: soon, then later and later, never all at once.

const [FIRST_S, MOST_S] = [0.2, 15];

/** Seconds to wait before each attempt; `chance` is from 0 to 1 and spreads a crowd. */
export function* pauses(chance: () => number): Generator<number, never> {
  for (let pause = FIRST_S; ; pause = Math.min(MOST_S, pause * 2))
    yield pause * (0.5 + chance() / 2);
}
