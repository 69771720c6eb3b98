import { useRef } from 'react';

/** Returns the id of a message that is being written: the same for the same text, however often it is sent. */
export function useMessageId(): (text: string) => string {
  const last = useRef({ text: '', id: '' });
  return (text) => {
    if (last.current.text !== text) last.current = { text, id: crypto.randomUUID() };
    return last.current.id;
  };
}
