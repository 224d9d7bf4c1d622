// What somebody has chosen, from visit to visit, where this browser may keep anything.

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is blocked
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It is blocked, or full: chosen for this visit.
  }
}
