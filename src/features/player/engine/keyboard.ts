/** What a key asks of the player. */
export type Command = 'toggle' | 'back' | 'forward' | 'mute' | 'transcript';

const LETTERS: Record<string, Command> = {
  k: 'toggle',
  j: 'back',
  l: 'forward',
  m: 'mute',
  t: 'transcript',
};

interface Press {
  key: string;
  repeat: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  defaultPrevented: boolean;
  target: EventTarget | null;
}

/**
 * The command of a key press, or null when the key belongs to what has the focus: text being typed,
 * a slider's arrows, a button's space. Letters can be switched off (WCAG 2.1.4).
 */
export function commandOf(press: Press, lettersOn: boolean): Command | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.defaultPrevented) return null;
  const owner = ownerOf(press.target);
  if (owner === 'text') return null;
  if (press.key === 'ArrowLeft' || press.key === 'ArrowRight') {
    if (owner === 'choice' || owner === 'slider') return null;
    return press.key === 'ArrowLeft' ? 'back' : 'forward';
  }
  if (press.repeat) return null;
  if (press.key === ' ') return owner === 'none' || owner === 'slider' ? 'toggle' : null;
  return lettersOn ? (LETTERS[press.key.toLowerCase()] ?? null) : null;
}

type Owner = 'text' | 'choice' | 'slider' | 'press' | 'none';

function ownerOf(target: EventTarget | null): Owner {
  if (!(target instanceof Element)) return 'none';
  if (target.closest('textarea, select, [contenteditable=""], [contenteditable="true"]'))
    return 'text';
  if (target.matches('input[type="range"]')) return 'slider';
  if (target.matches('input[type="radio"], input[type="checkbox"]')) return 'choice';
  if (target.matches('input')) return 'text';
  return target.closest('button, a, summary, [role="button"], [role="tab"]') ? 'press' : 'none';
}
