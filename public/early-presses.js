// In a page that the server rendered: keeps what is pressed, typed and offered before the app is there, and repeats it then.
// Links need nothing of this. src/app/main.tsx dispatches the two events.
{
  const buttons = new Set();
  const inputs = new Set();
  const keys = [];
  const clicks = new AbortController();
  const all = new AbortController();
  const ownValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');

  addEventListener(
    'click',
    ({ target }) => {
      const button = target.closest?.('#root button');
      if (button) buttons.add(button);
    },
    { signal: clicks.signal },
  );
  // The browser offers once to install the app.
  let offer;
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      event.preventDefault();
      offer = event;
    },
    { signal: clicks.signal },
  );
  addEventListener('input', ({ target }) => inputs.add(target), { signal: clicks.signal });
  // Keys that belong to no control are shortcuts.
  addEventListener('keydown', (event) => event.target === document.body && keys.push(event), {
    signal: all.signal,
  });
  addEventListener('app-starting', () => clicks.abort(), { once: true });
  addEventListener(
    'app-ready',
    () => {
      all.abort();
      if (offer) dispatchEvent(offer);
      for (const input of inputs) {
        const { value } = input;
        // React takes a change for one only where the value differs from the last that it set.
        input.value = input.defaultValue;
        ownValue.set.call(input, value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
      for (const event of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', event));
      for (const button of buttons) button.click();
    },
    { once: true },
  );

  // The app's scripts do not share the line with the style, by which the page is read. They run once the document is whole.
  const style = document.querySelector('link[rel=stylesheet]');
  const { content } = document.querySelector('#app-scripts');
  const start = () => {
    document.head.append(...content.querySelectorAll('link'));
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start);
    else document.head.append(content);
  };
  if (style.sheet) start();
  else for (const type of ['load', 'error']) style.addEventListener(type, start, { once: true });
}
