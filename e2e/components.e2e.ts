// @module-tag whole

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMAIL_NAMES } from '#server/testing/sample-emails.ts';
import { countCalls, findSpecimen, openDevPage } from './fixtures/dev-page.ts';
import { createTranslator } from './fixtures/translations.ts';

// Components in their states, on the page that `npm run dev` has at /dev: one visit for all.

const UI = path.join(import.meta.dirname, '../src/ui');
const t = createTranslator('en');
let dev: Awaited<ReturnType<typeof openDevPage>>;

beforeAll(async () => {
  dev = await openDevPage();
});
afterAll(() => dev.close());

const find = (component: string, state: string) => findSpecimen(dev.page, component, state);
const read = (locator: Locator, name: string) => locator.getAttribute(name);
/** Presses keys one after another, wherever the first of them leads. */
async function press(locator: Locator, ...keys: string[]): Promise<void> {
  await locator.focus();
  for (const key of keys) await dev.page.keyboard.press(key);
}

describe('the page', () => {
  it('shows every component of src/ui', async () => {
    const exported = readdirSync(UI)
      .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
      .flatMap((file) => [
        ...readFileSync(path.join(UI, file), 'utf8').matchAll(/^export function ([A-Z]\w+)/gm),
      ])
      .map(([, name = '']) => name)
      // The part of ToastProvider that is loaded when the first toast is shown.
      .filter((name) => name !== 'ToastRegion');
    const shown = await dev.page
      .locator('[data-component]')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['component']));
    expect(exported.filter((name) => !shown.includes(name))).toEqual([]);
    expect(shown).toEqual([...new Set(shown)]);
  });

  it('shows every e-mail in both languages', async () => {
    const emails = dev.page.locator('[data-email]');
    await expect.poll(() => emails.count()).toBe(EMAIL_NAMES.length);
    expect(await emails.locator('iframe').count()).toBe(2 * EMAIL_NAMES.length);
    const letter = dev.page.locator('[data-email=erased]');
    await letter.locator('summary').click();
    const headings = ['en', 'fr'].map((language) =>
      letter.locator(`[lang=${language}] iframe`).contentFrame().locator('h1').textContent(),
    );
    expect(await Promise.all(headings)).toEqual(
      (['en', 'fr'] as const).map((language) => createTranslator(language)('mail:erased.heading')),
    );
  });
});

describe('what is pressed or chosen', () => {
  it('Button acts once for each press', async () => {
    const state = find('Button', 'primary');
    await state.getByRole('button').click();
    expect(await countCalls(state)).toBe(1);
  });

  it('Button that is busy keeps the focus and its width, and ignores presses', async () => {
    const state = find('Button', 'busy');
    const button = state.getByRole('button');
    await press(button, 'Enter');
    expect(await countCalls(state)).toBe(0);
    expect(await read(button, 'aria-busy')).toBe('true');
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    const idle = await find('Button', 'primary').getByRole('button').boundingBox();
    expect((await button.boundingBox())?.width).toBe(idle?.width);
  });

  it('IconButton has a name though it shows none, and is large enough for a thumb', async () => {
    const button = find('IconButton', 'plain').getByRole('button', { name: t('ui:actions.close') });
    expect((await button.boundingBox())?.width).toBeGreaterThanOrEqual(44);
    expect(await find('IconButton', 'disabled').getByRole('button').isDisabled()).toBe(true);
  });

  it('Spinner is announced where it stands alone', async () => {
    expect(await find('Spinner', 'labelled').getByRole('status').count()).toBe(1);
    expect(await find('Spinner', 'silent').getByRole('status').count()).toBe(0);
  });

  it('RadioGroup moves by arrow keys, past what is disabled', async () => {
    const group = find('RadioGroup', 'unanswered');
    expect(await group.locator(':checked').count()).toBe(0);
    await press(group.getByRole('radio').first(), 'Space', 'ArrowDown', 'ArrowDown');
    expect(await group.locator(':checked').getAttribute('value')).toBe('dawn');
  });

  it('RadioGroup tells its fault with its legend', async () => {
    const group = find('RadioGroup', 'wrong').getByRole('group');
    const fault = await read(group, 'aria-describedby');
    expect(await group.locator(`[id="${fault}"]`).textContent()).toBe(t('ui:notFound.text'));
  });

  it('ChoiceCards choose by a press anywhere on a card', async () => {
    const cards = find('ChoiceCards', 'chosen');
    await cards.getByText(t('ui:footer.articles')).click();
    expect(await cards.locator(':checked').getAttribute('value')).toBe('night');
  });

  it('Checkbox is ticked by the space bar and by its words', async () => {
    const box = find('Checkbox', 'unticked').getByRole('checkbox');
    await press(box, 'Space');
    expect(await box.isChecked()).toBe(true);
    await find('Checkbox', 'unticked').getByText(t('ui:footer.privacy')).click();
    expect(await box.isChecked()).toBe(false);
    expect(await read(find('Checkbox', 'wrong').getByRole('checkbox'), 'aria-invalid')).toBe(
      'true',
    );
  });

  it('Dialog takes the focus, and gives it back when Esc closes it', async () => {
    const opener = find('Dialog', 'closed').getByRole('button').first();
    await opener.click();
    const dialog = dev.page.getByRole('dialog', { name: t('ui:nav.helpNow') });
    expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    await dev.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('Dialog closes by a press beside it', async () => {
    await find('Dialog', 'closed').getByRole('button').first().click();
    await dev.page.mouse.click(5, 5);
    await dev.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('ThemeSwitch names the other theme', async () => {
    const key = find('ThemeSwitch', 'plain').getByRole('button');
    await key.click();
    expect(await key.innerText()).toBe(t('ui:theme.toDawn'));
    await key.click();
    expect(await key.innerText()).toBe(t('ui:theme.toNight'));
  });
});

describe('what is typed', () => {
  it.each(['TextField', 'TextArea', 'Select', 'Field'])(
    '%s tells what is wrong with it, and is found by its label',
    async (component) => {
      const state = find(component, 'wrong');
      const control = state.locator('input, textarea, select');
      const described = (await read(control, 'aria-describedby'))?.split(' ') ?? [];
      expect(await read(control, 'aria-invalid')).toBe('true');
      expect(await state.locator(`[id="${described.at(-1)}"]`).textContent()).toBe(
        t('ui:notFound.text'),
      );
      expect(await control.evaluate((one) => (one as HTMLInputElement).labels?.length)).toBe(1);
    },
  );

  it('TextField tells its hint first', async () => {
    const state = find('TextField', 'empty');
    const hint = await read(state.getByRole('textbox'), 'aria-describedby');
    expect(await state.locator(`[id="${hint}"]`).textContent()).toBe(t('auth:passwordHint'));
  });

  it('InlineSelect keeps its label for screen readers where it is hidden', async () => {
    const select = find('InlineSelect', 'unlabelled').getByRole('combobox', {
      name: t('ui:nav.label'),
    });
    expect(await select.inputValue()).toBe('en');
  });

  it('Combobox proposes while one types, and Enter takes what the arrows marked', async () => {
    const state = find('Combobox', 'closed');
    const field = state.getByRole('combobox');
    await field.pressSequentially('par');
    expect(await state.getByRole('option').count()).toBe(2);
    await press(field, 'ArrowDown', 'ArrowDown', 'Enter');
    expect(await field.inputValue()).toBe('ORY');
  });

  it('Combobox keeps what was typed when Esc hides its proposals', async () => {
    const state = find('Combobox', 'closed');
    const field = state.getByRole('combobox');
    await field.fill('par');
    expect(await read(field, 'aria-expanded')).toBe('true');
    await press(field, 'Escape');
    expect(await read(field, 'aria-expanded')).toBe('false');
    expect(await field.inputValue()).toBe('par');
  });

  it('PasswordField shows the password while its key is pressed in', async () => {
    const state = find('PasswordField', 'hidden');
    await state.getByRole('button', { name: t('auth:show') }).click();
    expect(await read(state.getByRole('textbox'), 'type')).toBe('text');
    await state.getByRole('button', { name: t('auth:hide') }).click();
    expect(await read(state.locator('input'), 'type')).toBe('password');
    expect(await read(state.locator('input'), 'autocomplete')).toBe('new-password');
  });

  it('PinField is kept by no password manager', async () => {
    const field = find('PinField', 'wrong').locator('input');
    expect([await read(field, 'type'), await read(field, 'autocomplete')]).toEqual([
      'password',
      'off',
    ]);
  });

  it('EmailField tells what is wrong with the address', async () => {
    expect(await find('EmailField', 'wrong').getByRole('alert').textContent()).toBe(
      t('ui:notFound.text'),
    );
  });

  it('SearchField has a key that empties it once there is something in it', async () => {
    const state = find('SearchField', 'empty');
    const field = state.getByRole('searchbox');
    expect(await state.getByRole('button').count()).toBe(0);
    await field.fill('noise');
    await state.getByRole('button', { name: t('library:search.clear') }).click();
    expect(await field.inputValue()).toBe('');
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('ReturnFlightFields ask for a day only where there is a return', async () => {
    const state = find('ReturnFlightFields', 'single');
    expect(await state.locator('input[type=date]').count()).toBe(0);
    await state.getByText(t('flights:hasReturn')).click();
    expect(await read(state.locator('input[type=date]'), 'min')).toBe('2027-05-01');
  });

  it('ContractNoticeForm names what is missing, and goes on with nothing missing', async () => {
    const state = find('ContractNoticeForm', 'empty');
    await state.getByRole('button').click();
    expect(await state.getByRole('alert').allTextContents()).toEqual(
      ['name', 'email'].map((name) => t(`contract:missing.${name}`)),
    );
    await state.getByLabel(t('contract:name')).fill('Ada');
    await state.getByLabel(t('contract:email')).fill('ada@example.org');
    await state.getByRole('button').click();
    await expect.poll(() => countCalls(state)).toBe(1);
  });
});

describe('what is set along a line', () => {
  it('FearScale has no answer until one is given, and then says it', async () => {
    const scale = find('FearScale', 'unanswered').getByRole('slider');
    expect(await read(scale, 'aria-valuetext')).toBe(t('ladder:scale.unset'));
    await press(scale, '7');
    expect(await read(scale, 'aria-valuetext')).toBe('7 / 10');
  });

  it('FearScale takes nought, at which it rests, for an answer by Home', async () => {
    const scale = find('FearScale', 'wrong').getByRole('slider');
    expect(await read(scale, 'aria-invalid')).toBe('true');
    await press(scale, 'Home');
    expect(await read(scale, 'aria-valuetext')).toBe('0 / 10');
  });

  it('Slider has no number until one is given', async () => {
    const state = find('Slider', 'unanswered');
    expect(await state.getByRole('status').textContent()).toBe('–');
    await press(state.getByRole('slider'), '4');
    expect(await state.getByRole('status').textContent()).toBe('4');
  });

  it('Slider goes to a tenth of its length by a digit', async () => {
    const slider = find('Slider', 'percent').getByRole('slider');
    await press(slider, '3');
    expect(await slider.inputValue()).toBe('30');
    expect(await find('Slider', 'wrong').getByRole('alert').count()).toBe(1);
  });

  it('MarkedSlider says its value in words', async () => {
    const slider = find('MarkedSlider', 'plain').getByRole('slider');
    await press(slider, 'ArrowRight');
    expect(await read(slider, 'aria-valuetext')).toBe('1.25×');
  });

  it('RangeInput fills its track up to the value, and leaves a mark of before', async () => {
    const draw = (state: string) => find('RangeInput', state).locator('path').last();
    expect(await read(draw('unset'), 'd')).toBe('M0 1.5h0.00');
    expect(await read(draw('marked'), 'd')).toBe('M0 1.5h30.00');
    expect(await read(find('RangeInput', 'marked').locator('circle'), 'cx')).toBe('80%');
  });

  it('FearClimbSlider shows its number at the climber', async () => {
    const state = find('FearClimbSlider', 'unanswered');
    expect(await state.locator('.fear-climb-unset').count()).toBe(1);
    await press(state.getByRole('slider'), '6');
    expect(await state.locator('.fear-climb-point').textContent()).toBe('6');
  });

  it('PhaseRangeSlider lets neither end pass the other', async () => {
    const [from, to] = await find('PhaseRangeSlider', 'whole').getByRole('slider').all();
    await press(to!, 'Home');
    await press(from!, 'End');
    expect(await from!.inputValue()).toBe('0');
    expect(await to!.inputValue()).toBe('0');
  });

  it('RoughnessSlider says how rough', async () => {
    const state = find('RoughnessSlider', 'calm');
    await press(state.getByRole('slider'), 'End');
    expect(await state.getByRole('status').textContent()).toBe(t('rehearsal:roughness.4'));
  });

  it('ProgressBar is never drawn longer than it is', async () => {
    const draw = (state: string) => find('ProgressBar', state).locator('path').last();
    expect(await read(draw('begun'), 'd')).toBe('M0 2h25.0');
    expect(await read(draw('nothing'), 'd')).toBe('M0 2h0.0');
    expect(await read(draw('beyond'), 'd')).toBe('M0 2h100.0');
  });

  it('SunArc draws a hollow sun while nothing is known', async () => {
    expect(await find('SunArc', 'unknown').locator('circle').count()).toBe(1);
    expect(await find('SunArc', 'half').locator('circle').count()).toBe(2);
  });
});
