import { useRef } from 'react';

/**
 * Returns a function that returns the id for a message being written: the same id as long as the text stays the same,
 * so that sending it twice stores it once.
 */
export function useMessageIdOfText(): (text: string) => string {
  const last = useRef({ text: '', id: '' });
  return (text) => {
    if (last.current.text !== text) last.current = { text, id: crypto.randomUUID() };
    return last.current.id;
  };
}
