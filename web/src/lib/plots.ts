/** Numbers made ready for charts. Nothing here knows what the numbers mean. */

export interface Bin {
  low: number;
  /** The first number that is too large. */
  high: number;
  /** The share of all that falls into it, from 0 to 1. */
  share: number;
}

/** Puts counted numbers into bins of one round width; all counts get the same edges. */
export function bins(counts: readonly Record<string, number>[], most = 30): Bin[][] {
  const keys = counts.flatMap((one) => Object.keys(one).map(Number));
  if (!keys.length) return counts.map(() => []);
  const low = Math.min(...keys);
  const high = Math.max(...keys);
  let width = 1;
  for (let power = 1; (high - low) / width + 1 > most; power *= 10) {
    width = [1, 2, 5].map((digit) => digit * power).find((one) => (high - low) / one + 1 <= most) ?? power * 10;
  }
  const first = Math.floor(low / width) * width;
  const number = Math.floor((high - first) / width) + 1;
  return counts.map((one) => {
    const total = Object.values(one).reduce((sum, count) => sum + count, 0) || 1;
    const sums = Array.from({ length: number }, () => 0);
    for (const [key, count] of Object.entries(one)) sums[Math.floor((Number(key) - first) / width)]! += count;
    return sums.map((sum, at) => ({ low: first + at * width, high: first + (at + 1) * width, share: sum / total }));
  });
}

/** About so many round numbers between two others. */
export function ticks(low: number, high: number, wanted = 4): number[] {
  const raw = Math.max(high - low, 1e-9) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((one) => one >= raw) ?? power * 10;
  const found: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step * 1e-6; tick += step)
    found.push(Number(tick.toFixed(6)));
  return found;
}

/** A share of cases with Wilson's 95 % interval, in per cent. */
export function share(found: number, cases: number): { value: number; low: number; high: number } {
  if (!cases) return { value: 0, low: 0, high: 100 };
  const [p, square] = [found / cases, 1.96 ** 2];
  const middle = (p + square / (2 * cases)) / (1 + square / cases);
  const half = (1.96 / (1 + square / cases)) * Math.sqrt((p * (1 - p)) / cases + square / (4 * cases * cases));
  return { value: 100 * p, low: 100 * Math.max(0, middle - half), high: 100 * Math.min(1, middle + half) };
}

/** A number with one digit, or two where it is small. */
export function shown(value: number): string {
  const text = value.toFixed(Math.abs(value) < 1 && value !== 0 ? 2 : 1);
  return text.replace(/^-(?=0\.?0*$)/, '').replace('-', '−');
}
