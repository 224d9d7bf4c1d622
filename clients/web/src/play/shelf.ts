// What this browser keeps between visits: values by name, in IndexedDB. A change is one transaction, so
// that two tabs cannot both take the same step. Where there is none, nothing outlives the tab.

export interface Shelf {
  /** Whether what is put here outlives the tab. */
  readonly lasting: boolean;
  /** All values whose name begins so. */
  all<T>(prefix: string): Promise<T[]>;
  /** Puts what `change` makes of the value (undefined: there is none), or removes it for undefined. */
  change<T>(name: string, change: (old: T | undefined) => T | undefined): Promise<void>;
}

let opened: Promise<Shelf> | undefined;

/** The one shelf of this browser. */
export const shelf = (): Promise<Shelf> => (opened ??= open());

async function open(): Promise<Shelf> {
  try {
    const request = indexedDB.open("broadside", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    return new Lasting(await answered(request));
  } catch {
    return new Passing(); // no IndexedDB, or a window that may not use it
  }
}

const STORE = "kept";

class Lasting implements Shelf {
  readonly lasting = true;

  constructor(readonly database: IDBDatabase) {}

  async all<T>(prefix: string): Promise<T[]> {
    const names = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    return answered<T[]>(this.database.transaction(STORE).objectStore(STORE).getAll(names));
  }

  change<T>(name: string, change: (old: T | undefined) => T | undefined): Promise<void> {
    return new Promise((done, failed) => {
      const transaction = this.database.transaction(STORE, "readwrite", { durability: "strict" });
      let fault: unknown = null;
      transaction.oncomplete = () => done();
      transaction.onabort = () => failed(fault ?? transaction.error);
      const store = transaction.objectStore(STORE);
      const request = store.get(name);
      request.onsuccess = () => {
        try {
          const made = change(request.result as T | undefined);
          if (made === undefined) store.delete(name);
          else store.put(made, name);
        } catch (found) {
          fault = found;
          transaction.abort();
        }
      };
    });
  }
}

class Passing implements Shelf {
  readonly lasting = false;
  #kept = new Map<string, unknown>();

  async all<T>(prefix: string): Promise<T[]> {
    return [...this.#kept].filter(([name]) => name.startsWith(prefix)).map(([, kept]) => kept as T);
  }

  async change<T>(name: string, change: (old: T | undefined) => T | undefined): Promise<void> {
    const made = change(this.#kept.get(name) as T | undefined);
    if (made === undefined) this.#kept.delete(name);
    else this.#kept.set(name, made);
  }
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}
