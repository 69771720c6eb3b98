import { createContext, useContext } from 'react';
import { SIGN_UP_MODES, type SignUpMode } from '#shared/rules/sign-up.ts';

/** Reads who may create an account from the document, where the server writes it; open where nothing is written. */
function readSignUpMode(): SignUpMode {
  const written = globalThis.document?.documentElement.dataset['signUp'];
  return SIGN_UP_MODES.find((mode) => mode === written) ?? 'open';
}

/** Who may create an account in this installation; the build renders the public pages once for each mode. */
export const SignUpModeContext = createContext<SignUpMode>(readSignUpMode());

/** Returns the sign-up mode of this installation: who may create an account. */
export const useSignUpMode = () => useContext(SignUpModeContext);
