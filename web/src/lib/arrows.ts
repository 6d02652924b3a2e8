/** Arrow keys among the choices of a radio group or the tabs of a list: the next is focused and chosen. */
export function arrowKeys(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const group = event.currentTarget as HTMLElement;
  const all = [...group.querySelectorAll<HTMLElement>(':is([role=radio], [role=tab]):not([disabled])')];
  const at = all.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : by === undefined ? -1 : at + by;
  const next = to < 0 && by === undefined ? undefined : all[(to + all.length) % all.length];
  if (!next) return;
  event.preventDefault();
  next.click();
  next.focus();
}
