// What an address says: the front page, or a game, at an event, or with an invitation behind the '#'.

export interface Address {
  game: string | null;
  at: number | null;
  invitation: { seat: number; code: string } | null;
}

export function read(pathname: string, hash: string): Address {
  const game = /^\/g\/([0-9a-f]{32})$/.exec(pathname)?.[1] ?? null;
  const at = /^#(\d{1,12})$/.exec(hash)?.[1];
  const secret = new URLSearchParams(hash.slice(1));
  const [seat, code] = [Number(secret.get("seat")), secret.get("code") ?? ""];
  const invited = Number.isInteger(seat) && seat > 0 && code !== "";
  return { game, at: at ? Number(at) : null, invitation: invited ? { seat, code } : null };
}
