import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { DeferredChildren, setDeferredChildrenEnabled } from './deferred-children.tsx';

afterEach(() => setDeferredChildrenEnabled(false));

const render = () => renderToString(<DeferredChildren>the footer</DeferredChildren>);

it('parts below the first screen are in the markup of the server', () =>
  expect(render()).toBe('the footer'));

it('the first render of a page by the app leaves out the parts below the first screen', () => {
  setDeferredChildrenEnabled(true);
  expect(render()).toBe('');
});
