/** Which of the three layouts the play page has, by the width and the height of the window. */
export type Layout = 'stack' | 'side' | 'desk';
/** How much surrounds the cells of the board. */
export type Trim = 'full' | 'phone' | 'bare';

const landscape = matchMedia('(orientation: landscape)');
const desk = matchMedia('(orientation: landscape) and (min-width: 1181px) and (min-height: 600px)');
const bare = matchMedia(
  '(orientation: portrait) and (max-width: 373px), (orientation: landscape) and (max-height: 379px)',
);
const large = matchMedia(
  '(orientation: portrait) and (min-width: 768px), (orientation: landscape) and (min-height: 600px)',
);

const readLayout = (): Layout => (desk.matches ? 'desk' : landscape.matches ? 'side' : 'stack');
const readTrim = (): Trim => (bare.matches ? 'bare' : large.matches ? 'full' : 'phone');

const chosen = $state({ layout: readLayout(), trim: readTrim() });

for (const query of [landscape, desk, bare, large])
  query.addEventListener('change', () => {
    chosen.layout = readLayout();
    chosen.trim = readTrim();
  });

export const screen = {
  get layout(): Layout {
    return chosen.layout;
  },
  get trim(): Trim {
    return chosen.trim;
  },
};
