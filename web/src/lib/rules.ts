/** The active rules of a variant in words, from the settings that the engine itself uses. */
import type { BoardModel } from './board.ts';
import { t } from './messages.svelte.ts';

export interface RuleText {
  id: string;
  text: string;
}

export function rulesInWords(board: BoardModel): RuleText[] {
  const { rules, rack_size: rack } = board.details;
  const list: RuleText[] = [];
  const add = (id: string, text: string): void => void list.push({ id, text });

  add('rack_size', t('rule.rack', { n: rack }));
  if (rules.line_placement.enabled) {
    add('line_placement', t(rules.line_placement.placement === 'connected' ? 'rule.connected' : 'rule.line'));
  }
  if (rules.first_move_start.enabled && rules.first_move_start.start !== 'optional') {
    const cells = board.details.start_cells.map((label) => board.name(label));
    const many = cells.length > 4 ? t('rule.startMany') : t('rule.startOne', { cells: cells.join(', ') });
    add('first_move_start', t('rule.start', { cells: cells.length === 1 ? cells[0]! : many }));
  }
  if (rules.connection.enabled) {
    add('connection', t(rules.connection.contact === 'overlap' ? 'rule.overlap' : 'rule.adjacent'));
  }
  const words = rules.word_validation;
  if (rules.challenge.enable_challenges) {
    add('challenge', t('rule.challenge'));
  } else if (words.enabled && words.dictionary !== 'free' && !board.details.summary.playable) {
    // A language without a bundled list.
    add('word_validation', t('rule.anyWord'));
  } else if (words.enabled && words.dictionary !== 'free') {
    add('word_validation', t(words.anagram_words ? 'rule.anagrams' : 'rule.words'));
  } else add('word_validation', t('rule.free'));
  for (const axis of board.axes) {
    if (axis.reading === 'both') add('reading', t('rule.both', { axis: axis.axis }));
    if (axis.reading === 'backward') {
      add('reading', board.rightToLeft ? t('rule.rightToLeft') : t('rule.backward', { axis: axis.axis }));
    }
  }
  const shortest = rules.min_word_length.min_main_length;
  if (rules.min_word_length.enabled && shortest > 1) {
    add('min_word_length', t('rule.shortest', { n: shortest }));
  }
  if (rules.stacking.enabled) {
    add('stacking', t('rule.stacking', { n: rules.stacking.max_height }));
    if (rules.stacking.scoring === 'sum_stack') add('stacking', t('rule.stackSum'));
    if (rules.stacking.keep_one) add('stacking', t('rule.keepOne'));
    if (rules.stacking.forbid_same) add('stacking', t('rule.forbidSame'));
  }
  if (rules.actions.rotate) add('actions', t('rule.rotate'));
  if (rules.actions.slide) add('actions', t('rule.slide'));
  if (board.premiums.size) {
    const each = rules.premiums.premium_life === 'each_placement';
    add('premiums', t(each ? 'rule.premiumEach' : 'rule.premiumOnce'));
  }
  const flat = rules.word_multiplier.flat_word;
  if (flat != null) add('word_multiplier', t('rule.flat', { n: flat }));
  if (!rules.cross_words.enabled) add('cross_words', t('rule.noCross'));
  const bingo = rules.bingo_bonus;
  if (bingo.enabled) {
    const { amount, trigger } = bingo;
    const size =
      'fixed' in amount ? t('rule.bonusFixed', { n: amount.fixed }) : t('rule.bonusEach', { n: amount.per_tile });
    const what =
      typeof trigger === 'object'
        ? t('rule.bonusTiles', { n: trigger.tiles_played })
        : t(trigger === 'rack_exhausted' ? 'rule.bonusOut' : 'rule.bonusRack');
    add('bingo_bonus', `${what} ${size}`);
  }
  const swap = rules.swap_limit;
  if (swap.enabled) {
    add('swap_limit', t('rule.swap', { n: swap.swap_minimum_bag }));
    if (swap.swap_limit != null) add('swap_limit', t('rule.swapLimit', { n: swap.swap_limit }));
  }
  if (!rules.pass.allow_pass) add('pass', t('rule.noPass'));
  const time = rules.time_limit;
  if (time.enabled) {
    if (time.turn_time_limit != null) add('time_limit', t('rule.turnTime', { n: time.turn_time_limit }));
    if (time.bank != null) add('time_limit', t('rule.bank', { n: time.bank, increment: time.increment }));
  }
  if (rules.turn_limit.turns != null) add('turn_limit', t('rule.turns', { n: rules.turn_limit.turns }));
  if (rules.empty_rack.enabled) {
    add('empty_rack', t(rules.empty_rack.final_turn ? 'rule.outFinal' : 'rule.out'));
  }
  const passes = rules.consecutive_passes;
  if (passes.enabled) {
    const scoreless = passes.count === 'scoreless';
    add('consecutive_passes', t(scoreless ? 'rule.scoreless' : 'rule.passes', { n: passes.consecutive_pass_limit }));
  }
  if (rules.infinite_score.enabled) add('infinite_score', t('rule.infinite'));
  const settlement = rules.final_adjustment.enabled ? rules.final_adjustment.settlement : 'none';
  add('final_adjustment', t(`rule.left.${settlement}` as 'rule.left.none'));
  if (rules.winner.tie === 'last_mover') add('winner', t('rule.tieLast'));
  return list;
}
