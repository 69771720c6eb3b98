import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { LateParts, setLatePartsDeferred } from './late-parts.tsx';

afterEach(() => setLatePartsDeferred(false));

const render = () => renderToString(<LateParts>the footer</LateParts>);

it('parts below the first screen are in the markup of the server', () =>
  expect(render()).toBe('the footer'));

it('the first render of a page by the app leaves out the parts below the first screen', () => {
  setLatePartsDeferred(true);
  expect(render()).toBe('');
});
