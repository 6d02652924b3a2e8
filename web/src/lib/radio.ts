/** Arrow keys choose in a group of radio buttons, as they do in forms. */
export function chooseByArrows(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]:not([disabled])')];
  const at = all.indexOf(event.target as HTMLElement);
  const next = all[(at + step + all.length) % all.length];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.click();
  next.focus();
}
