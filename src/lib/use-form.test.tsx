// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import errors from '../locales/en/errors.json';
import { ApiError } from './api.ts';
import { createI18n } from './i18n.ts';
import { type FormOptions, useForm } from './use-form.ts';

interface Draft {
  name: string;
  email: string;
}
const words = createI18n('en', { './en/errors.json': errors });
const MISSING = { name: 'a name is missing', email: 'an address is missing' };
const refuse = (body: object) => new ApiError(400, JSON.stringify({ error: body }));

let close = () => {};
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

/** Opens a form of two fields, of which each has to be filled; the second is collapsed. */
function openForm() {
  const sent: Draft[] = [];
  let latest: ReturnType<typeof useForm<Draft>> | undefined;
  function TestForm(options: Pick<FormOptions<Draft>, 'request' | 'describeRefusal'>) {
    const form = useForm<Draft>({
      initial: { name: '', email: '' },
      validate: ({ name, email }) => ({
        name: name === '' && MISSING.name,
        email: email === '' && MISSING.email,
      }),
      onSubmit: (draft) => sent.push(draft),
      ...options,
    });
    latest = form;
    const bind = (name: keyof Draft) => {
      const { error, ...field } = form.bindInput(name);
      return { ...field, name, 'aria-invalid': error !== undefined };
    };
    return (
      <form {...form.props}>
        <input {...bind('name')} />
        <details>
          <input {...bind('email')} />
        </details>
      </form>
    );
  }
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const show = (options: Parameters<typeof TestForm>[0] = {}) =>
    act(() =>
      root.render(
        <I18nextProvider i18n={words}>
          <TestForm {...options} />
        </I18nextProvider>,
      ),
    );
  close = () => {
    act(() => root.unmount());
    place.remove();
  };
  show();
  const getForm = () => {
    if (!latest) throw new Error('the form is not shown');
    return latest;
  };
  return {
    sent,
    show,
    getForm,
    fill: (part: Partial<Draft>) => act(() => getForm().set(part)),
    submit: () => act(() => place.querySelector('form')?.requestSubmit()),
    getFocused: () => document.activeElement?.getAttribute('name'),
    isOpen: () => place.querySelector('details')?.open,
  };
}

it('a form says nothing of its faults before somebody tries to send it, and sends none with a fault', () => {
  const { sent, getForm, submit, getFocused } = openForm();
  expect(getForm().faults).toEqual({});
  submit();
  expect(getForm().faults).toEqual(MISSING);
  expect(getFocused()).toBe('name');
  expect(sent).toEqual([]);
});

it('a fault goes once it is mended, and the next one that is left has the focus', () => {
  const { getForm, fill, submit, getFocused, isOpen } = openForm();
  submit();
  fill({ name: 'Ada' });
  expect(getForm().faults).toEqual({ email: MISSING.email });
  submit();
  expect(getFocused()).toBe('email');
  expect(isOpen()).toBe(true);
});

it('what is right is sent once, however often the form is sent meanwhile', () => {
  const { sent, fill, submit, show } = openForm();
  fill({ name: 'Ada', email: 'ada@example.org' });
  submit();
  show({ request: { error: null, isPending: true } });
  submit();
  expect(sent).toEqual([{ name: 'Ada', email: 'ada@example.org' }]);
});

it('a refusal of a field is said at the field, which has the focus, and what was typed stays', () => {
  const { getForm, fill, submit, show, getFocused } = openForm();
  fill({ name: 'Ada', email: 'ada@example..org' });
  submit();
  const error = refuse({ code: 'invalid_input', fields: { email: 'not_an_email' } });
  show({ request: { error, isPending: false } });
  const { faults, failure, draft } = getForm();
  expect(faults).toEqual({ email: errors.field.not_an_email });
  expect(failure).toBe(null);
  expect(draft).toEqual({ name: 'Ada', email: 'ada@example..org' });
  expect(getFocused()).toBe('email');
});

it('a refusal by a code is said at the field that the form names for it', () => {
  const { getForm, show } = openForm();
  const error = refuse({ code: 'conflict' });
  const describeRefusal = () => ({ name: 'somebody else has this name' });
  show({ request: { error, isPending: false }, describeRefusal });
  expect(getForm().faults).toEqual({ name: 'somebody else has this name' });
  expect(getForm().error).toBe(null);
});

it('a refusal of a field that is called otherwise in the form is said at that one alone', () => {
  const { getForm, show } = openForm();
  const error = refuse({ code: 'invalid_input', fields: { name: 'too_big' } });
  const describeRefusal = () => ({ name: null, email: 'this is too long' });
  show({ request: { error, isPending: false }, describeRefusal });
  expect(getForm().faults).toEqual({ email: 'this is too long' });
});

it('a failure that no field is about is a sentence of its own', () => {
  const { getForm, show } = openForm();
  for (const error of [
    new ApiError(0, 'network'),
    refuse({ code: 'invalid_input', fields: { somethingElse: 'too_big' } }),
  ]) {
    show({ request: { error, isPending: false } });
    expect(getForm().error).toBe(error);
  }
  show({ request: { error: new ApiError(0, 'network'), isPending: false } });
  expect(getForm().failure).toBe(errors.network);
});

it('a form that starts anew is empty and without faults', () => {
  const { getForm, fill, submit } = openForm();
  fill({ name: 'Ada' });
  submit();
  act(() => getForm().reset());
  expect(getForm().draft).toEqual({ name: '', email: '' });
  expect(getForm().faults).toEqual({});
});
