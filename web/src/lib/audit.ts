/** The audit log is numbered from 1 without a gap, and can be read forwards only. */

/** How many entries are on a page. */
export const AUDIT_PAGE = 50;

interface Numbered {
  number: number;
}

/**
 * The number of the last entry, found with few requests: `read` answers with the first entries after a number, as
 * many as the server likes. Entries up to `known` are known to exist.
 */
export async function lastEntry(read: (after: number) => Promise<Numbered[]>, known = 0): Promise<number> {
  let last = known;
  let step = 0;
  let full = 0;
  let growing = true;
  for (let pages = 1; ; pages++) {
    const found = await read(last + step);
    const end = found.at(-1)?.number;
    if (end !== undefined) {
      last = end;
      if (found.length < full) return last;
      full = found.length;
      if (growing && pages > 1) step = Math.max(full, 2 * step);
    } else if (step === 0) return last;
    else {
      growing = false;
      step = Math.floor(step / 2);
      // A page is read anyway: a smaller step than that saves nothing.
      if (step < full) step = 0;
    }
  }
}

/** The entries of the page that ends with a number, the newest first. */
export async function auditPage<T extends Numbered>(read: (after: number) => Promise<T[]>, end: number): Promise<T[]> {
  const found = await read(Math.max(0, end - AUDIT_PAGE));
  return found.filter((entry) => entry.number <= end).reverse();
}
