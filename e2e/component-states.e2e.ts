// @module-tag whole

import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countCalls, findSpecimen, openDevPage } from './fixtures/dev-page.ts';
import { createTranslator } from './fixtures/translations.ts';

// Messages, lists and parts of features in their states, at /dev (components.e2e.ts has the rest).

const t = createTranslator('en');
let dev: Awaited<ReturnType<typeof openDevPage>>;

beforeAll(async () => {
  dev = await openDevPage();
});
afterAll(() => dev.close());

const find = (component: string, state: string) => findSpecimen(dev.page, component, state);
const getButton = (state: Locator, key: string, values = {}) =>
  state.getByRole('button', { name: t(key, values), exact: true });

describe('messages', () => {
  it('Notice is an alert only where something failed', async () => {
    expect(await find('Notice', 'notice').getByRole('alert').count()).toBe(0);
    expect(await find('Notice', 'refusal').getByRole('alert').count()).toBe(1);
  });

  it('FieldError is an alert', async () => {
    expect(await find('FieldError', 'shown').getByRole('alert').textContent()).toBe(
      t('ui:notFound.text'),
    );
  });

  it('LoadError asks again when its key is pressed', async () => {
    const state = find('LoadError', 'plain');
    await getButton(state, 'ui:actions.tryAgain').click();
    expect(await countCalls(state)).toBe(1);
  });

  it('SkeletonList is announced once, however many lines it has', async () => {
    const list = find('SkeletonList', 'rows').getByRole('status');
    expect((await list.textContent())?.trim()).toBe(t('ui:loading'));
  });

  it('a toast takes the place of the one before, and goes when its key is pressed', async () => {
    const state = find('ToastProvider', 'closed');
    const toasts = dev.page.locator('.toasts li');
    await getButton(state, 'ui:actions.save').click();
    await toasts.getByText(t('ui:actions.save')).waitFor();
    await getButton(state, 'ui:actions.cancel').click();
    await toasts.getByText(t('ui:notFound.title')).waitFor();
    expect(await toasts.count()).toBe(1);
    await toasts.getByRole('button', { name: t('ui:actions.close') }).click();
    await expect.poll(() => toasts.count()).toBe(0);
  });

  it('a component whose code did not come is asked for again', async () => {
    const state = find('LazyComponent', 'failed');
    await state.getByRole('button').click();
    await state.locator('[data-loaded]').waitFor();
  });

  it('EmptyResults names the words that were looked for', async () => {
    expect(
      await find('EmptyResults', 'search').getByRole('heading', { level: 2 }).textContent(),
    ).toBe(t('library:search.none', { words: 'zeppelin' }));
    expect(
      await find('EmptyResults', 'category').getByRole('heading', { level: 2 }).textContent(),
    ).toBe(t('library:empty.title'));
  });

  it('PaymentFailureView says what is safe, and ignores presses while it tries', async () => {
    const state = find('PaymentFailureView', 'failed');
    expect(await state.getByRole('alert').textContent()).toContain(
      `${t('errors:general')} ${t('ui:notFound.text')}`,
    );
    expect(await state.getByRole('button').getAttribute('aria-busy')).toBe('true');
  });

  it('UnsavedNotices say what is back, and nothing where nothing is', async () => {
    expect(await find('UnsavedNotices', 'kept').textContent()).toContain(t('admin:kept.text'));
    expect(await find('UnsavedNotices', 'elsewhere').getByRole('button').count()).toBe(2);
    expect(await find('UnsavedNotices', 'nothing').getByRole('button').count()).toBe(0);
  });

  it('EditConflictNotice shows both versions, and keeps what is chosen', async () => {
    const state = find('EditConflictNotice', 'differs');
    expect(await state.locator('dd').textContent()).toBe(
      `${t('admin:conflict.mine')}Mine${t('admin:conflict.theirs')}–`,
    );
    await getButton(state, 'admin:conflict.keepMine').click();
    expect(await countCalls(state)).toBe(1);
    expect(await find('EditConflictNotice', 'same').textContent()).toContain(
      t('admin:conflict.same'),
    );
  });

  it('RecordingDoubts give the number found beside the one expected', async () => {
    expect(await find('RecordingDoubts', 'doubtful').getByRole('listitem').textContent()).toBe(
      t('studio-sessions:recording.doubts.sentences', { found: 3, expected: 4 }),
    );
  });
});

describe('lists', () => {
  const readNames = (state: Locator) => state.locator('[data-name]').allTextContents();

  it('SortableList moves an item by its keys, keeps the focus on them, and says its place', async () => {
    const state = find('SortableList', 'sorting');
    const key = getButton(state, 'ladder:list.down', { name: 'A' });
    await key.click();
    expect(await readNames(state)).toEqual(['1 B', '2 A', '3 C']);
    expect(await key.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await state.locator('output').last().textContent()).toBe(
      t('ladder:list.moved', { name: 'A', place: 2, total: 3 }),
    );
  });

  it('SortableList moves nothing beyond its ends', async () => {
    const keys = find('SortableList', 'sorting');
    expect(await keys.locator('[data-move=up]').first().isDisabled()).toBe(true);
    expect(await keys.locator('[data-move=down]').last().isDisabled()).toBe(true);
  });

  it('SortableList has no keys while nothing is sorted', async () => {
    expect(await find('SortableList', 'still').getByRole('button').count()).toBe(0);
  });

  it('PagedList waits, fails, is empty, and asks for more', async () => {
    expect(await find('PagedList', 'loading').locator('[aria-busy]').count()).toBe(1);
    const failed = find('PagedList', 'failed');
    await failed.getByRole('button').click();
    expect(await countCalls(failed)).toBe(1);
    expect(await find('PagedList', 'empty').textContent()).toContain('none');
    const more = find('PagedList', 'more');
    expect(await more.locator('[data-rows]').textContent()).toBe('A B');
    await more.getByRole('button').click();
    expect(await countCalls(more)).toBe(1);
  });

  it('LibraryFilters mark the category that is chosen', async () => {
    const read = (state: string) =>
      find('LibraryFilters', state).locator('[aria-current=page]').allTextContents();
    expect(await read('all')).toEqual([t('library:filter.all')]);
    expect(await read('chosen')).toEqual([t('library:filter.technical')]);
  });

  it('SentenceRow is reached by Tab only where it is the current one, and tells how it was said', async () => {
    const [current, other] = ['current', 'other'].map((state) =>
      find('SentenceRow', state).getByRole('button'),
    );
    expect(await current!.getAttribute('tabindex')).toBe('0');
    expect(await other!.getAttribute('tabindex')).toBe('-1');
    expect(await current!.textContent()).toContain(
      t('studio-narration:approve.asWritten', { spoken: 'Breethe out.' }),
    );
  });

  it('Funnel hides figures that are too small', async () => {
    const figures = await find('Funnel', 'hidden').locator('dd.tabular').allTextContents();
    expect(figures).toEqual(['40100%', '1025%', t('studio-overview:hidden')]);
  });

  it('SelfRatingComparison shows what was asked twice alone', async () => {
    expect(await find('SelfRatingComparison', 'pair').locator('td').allTextContents()).toEqual([
      '7',
      '4',
    ]);
    expect(await find('SelfRatingComparison', 'once').locator('table').count()).toBe(0);
  });

  it('ProgramProgressPath draws a point for each lesson, and the way flown', async () => {
    expect(await find('ProgramProgressPath', 'begun').locator('circle').count()).toBe(4);
    expect(await find('ProgramProgressPath', 'begun').locator('path').count()).toBe(3);
    expect(await find('ProgramProgressPath', 'new').locator('path').count()).toBe(2);
  });

  it('TodayDoneCountLine says what is done today, and nothing where it could not be asked', async () => {
    const read = async (state: string) =>
      find('TodayDoneCountLine', state).locator('p').allTextContents();
    expect(await read('none')).toEqual([t('home:today.none')]);
    expect((await read('some'))[0]).toContain(t('home:today.some', { done: 'one', left: 'one' }));
    expect(await read('enough')).toEqual([t('home:today.enough', { done: 'two' })]);
    expect([await read('loading'), await read('failed')]).toEqual([[], []]);
  });
});

describe('parts of forms', () => {
  it('ActionRow unfolds and folds what it holds', async () => {
    const state = find('ActionRow', 'closed');
    const row = state.getByRole('button');
    await row.click();
    expect(await row.getAttribute('aria-expanded')).toBe('true');
    expect(await state.locator('[data-inside]').count()).toBe(1);
    await row.click();
    expect(await state.locator('[data-inside]').count()).toBe(0);
  });

  it('ConfirmPanel confirms once, and says what failed', async () => {
    for (const [state, calls] of [
      ['asking', 1],
      ['pending', 0],
    ] as const) {
      await find('ConfirmPanel', state).getByRole('button').first().click({ force: true });
      expect(await countCalls(find('ConfirmPanel', state))).toBe(calls);
    }
    expect(await find('ConfirmPanel', 'failed').getByRole('alert').textContent()).toBe(
      t('errors:general'),
    );
  });

  it('FocusFields swap the two areas where one is chosen for both', async () => {
    const [first, second] = await find('FocusFields', 'chosen').getByRole('combobox').all();
    const [former, other] = [await first!.inputValue(), await second!.inputValue()];
    await first!.selectOption(other);
    expect([await first!.inputValue(), await second!.inputValue()]).toEqual([other, former]);
  });

  it('MainAndOthersFields offer others once there is a main one, and no more than the most', async () => {
    const none = find('MainAndOthersFields', 'none');
    expect(await none.getByRole('checkbox').first().isDisabled()).toBe(true);
    await none.getByRole('combobox').selectOption('a');
    await none.getByRole('checkbox', { name: 'B' }).press('Space');
    expect(await none.getByRole('checkbox', { name: 'C' }).isDisabled()).toBe(true);
    await find('MainAndOthersFields', 'full').getByRole('combobox').selectOption('b');
    expect(await find('MainAndOthersFields', 'full').locator(':checked').count()).toBe(1);
  });

  it('ScheduleDialog takes no moment that has passed', async () => {
    await find('ScheduleDialog', 'closed').getByRole('button').click();
    const dialog = dev.page.getByRole('dialog', { name: t('studio-sessions:schedule.title') });
    await dialog.getByLabel(t('studio-sessions:schedule.moment')).fill('2001-01-01T10:00');
    expect(await dialog.getByRole('alert').textContent()).toBe(t('studio-sessions:schedule.over'));
    const confirm = getButton(dialog, 'studio-sessions:schedule.confirm');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel(t('studio-sessions:schedule.moment')).fill('2199-01-01T10:00');
    await confirm.click();
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('parts of sessions', () => {
  it('PlayerControls name the key by what it does next, and skip by theirs', async () => {
    const stopped = find('PlayerControls', 'stopped');
    await getButton(stopped, 'player:controls.play').click();
    await getButton(stopped, 'player:controls.forward').click();
    expect(await countCalls(stopped)).toBe(2);
    expect(
      await getButton(find('PlayerControls', 'playing'), 'player:controls.pause').count(),
    ).toBe(1);
    expect(
      await getButton(find('PlayerControls', 'silent'), 'player:controls.transcript').getAttribute(
        'aria-pressed',
      ),
    ).toBe('true');
  });

  it('HoldCuePanel goes on when its key is pressed', async () => {
    const state = find('HoldCuePanel', 'wait');
    await getButton(state, 'player:hold.goOn').click();
    expect(await countCalls(state)).toBe(1);
  });

  it('HoldCuePanel offers to go on without a number until one is given', async () => {
    const state = find('HoldCuePanel', 'rate');
    expect(await getButton(state, 'player:hold.skip').count()).toBe(1);
    await state.getByRole('slider').press('5');
    expect(await getButton(state, 'player:hold.goOn').count()).toBe(1);
  });

  it('SafetyQuestion leads elsewhere after a yes, and back', async () => {
    const state = find('SafetyQuestion', 'asked');
    await getButton(state, 'player:guard.yes').click();
    const heading = state.getByRole('heading', { name: t('player:guard.declined.title') });
    expect(await heading.evaluate((one) => one === document.activeElement)).toBe(true);
    await getButton(state, 'player:guard.declined.back').click();
    await getButton(state, 'player:guard.no').click();
    expect(await countCalls(state)).toBe(1);
  });

  it('BreathingSettingsFields caution where the breath is held', async () => {
    const state = find('BreathingSettingsFields', 'chosen');
    expect(await state.getByText(t('breathing:holds.title')).count()).toBe(0);
    await state.locator('input[name=minutes][value="7"]').press('Space');
    expect(await state.locator('input[name=minutes]:checked').inputValue()).toBe('7');
    await state.getByText(t('breathing:patterns.box.name')).click();
    expect(await state.getByText(t('breathing:holds.title')).count()).toBe(1);
  });
});

describe('the page in French and at night', () => {
  it('has no fault in either language or theme', async () => {
    expect(dev.errors).toEqual([]);
    await dev.page.goto(`${dev.base}dev?language=fr&theme=night`);
    await getButton(find('LoadError', 'plain'), 'ui:actions.tryAgain').waitFor({
      state: 'detached',
    });
    const french = createTranslator('fr');
    expect(await find('LoadError', 'plain').getByRole('button').textContent()).toBe(
      french('ui:actions.tryAgain'),
    );
    const ground = await dev.page.evaluate(
      () => getComputedStyle(document.documentElement).colorScheme,
    );
    expect(ground).toBe('dark');
    expect(dev.errors).toEqual([]);
  });
});
