const START = '{"v":1,"answer":{"type":"game","game":';

/**
 * The text of the game in a response that has one. It is cut out, not serialised again: numbers that
 * JavaScript cannot hold stay what they are.
 */
export function currentGame(response) {
  if (!response.startsWith(START)) return undefined;
  // Strings are jumped over from quote to quote; only brackets outside of them count.
  const marks = /["{}[\]]/g;
  marks.lastIndex = START.length;
  let depth = 0;
  for (let mark = marks.exec(response); mark; mark = marks.exec(response)) {
    if (mark[0] === '"') {
      let end = mark.index;
      do {
        end = response.indexOf('"', end + 1);
        if (end < 0) return undefined;
      } while (isEscaped(response, end));
      marks.lastIndex = end + 1;
    } else if (mark[0] === '{' || mark[0] === '[') {
      depth += 1;
    } else {
      depth -= 1;
      if (depth === 0) return response.slice(START.length, mark.index + 1);
    }
  }
  return undefined;
}

function isEscaped(text, at) {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
