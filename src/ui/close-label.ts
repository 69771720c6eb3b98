import { createContext } from 'react';

/** What the button says that closes a dialog. */
export const CloseLabel = createContext('');
