export type PlayerCommand = 'toggle' | 'back' | 'forward' | 'mute' | 'transcript';

const LETTERS: Record<string, PlayerCommand> = {
  k: 'toggle',
  j: 'back',
  l: 'forward',
  m: 'mute',
  t: 'transcript',
};

interface KeyPress {
  key: string;
  repeat: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  defaultPrevented: boolean;
  target: EventTarget | null;
}

/**
 * Returns the player's command for a key press, or null when the key belongs to the focused element: text being typed,
 * a slider's arrows, a button's space. Letter shortcuts can be switched off (WCAG 2.1.4).
 */
export function findPlayerCommand(press: KeyPress, lettersOn: boolean): PlayerCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.defaultPrevented) return null;
  const owner = getFocusKind(press.target);
  if (owner === 'text') return null;
  if (press.key === 'ArrowLeft' || press.key === 'ArrowRight') {
    if (owner === 'choice' || owner === 'slider') return null;
    return press.key === 'ArrowLeft' ? 'back' : 'forward';
  }
  if (press.repeat) return null;
  if (press.key === ' ') return owner === 'none' || owner === 'slider' ? 'toggle' : null;
  return lettersOn ? (LETTERS[press.key.toLowerCase()] ?? null) : null;
}

type FocusKind = 'text' | 'choice' | 'slider' | 'press' | 'none';

function getFocusKind(target: EventTarget | null): FocusKind {
  if (!(target instanceof Element)) return 'none';
  if (target.closest('textarea, select, [contenteditable=""], [contenteditable="true"]'))
    return 'text';
  // In a form it takes an answer, which the space bar must not skip by accident.
  if (target.matches('input[type="range"]')) return target.closest('form') ? 'choice' : 'slider';
  if (target.matches('input[type="radio"], input[type="checkbox"]')) return 'choice';
  if (target.matches('input')) return 'text';
  return target.closest('button, a, summary, [role="button"], [role="tab"]') ? 'press' : 'none';
}
