/** Opens a game by its id, wherever it is kept, with the board it is played on. */
import type { BoardModel } from './board.ts';
import { LocalTable } from './local-table.svelte.ts';
import { t } from './messages.svelte.ts';
import { ServerTable } from './server-table.svelte.ts';
import type { Table } from './table.svelte.ts';
import { board } from './variants.ts';

export async function open(id: string): Promise<{ table: Table; board: BoardModel }> {
  if (!LocalTable.owns(id)) {
    const table = await ServerTable.open(id);
    return { table, board: table.board };
  }
  const table = await LocalTable.open(id);
  if (!table) throw new Error(t('play.notHere'));
  return { table, board: await board(table.variant) };
}
