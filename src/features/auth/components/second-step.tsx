import { type RefObject, useState } from 'react';
import type { ChallengeToSign, SignedChallenge } from '#shared/contract/passkeys.ts';
import { ApiError } from '#web/lib/api.ts';
import { arePasskeysSupported, askForPasskeyAssertion } from '#web/lib/passkey.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** What a form sends of the second step, once it was asked for. */
export interface SecondFactorInput {
  code?: string;
  passkey?: SignedChallenge;
}

/**
 * Holds the state of the second step of a sign-in (two-factor): `input` is sent with the credentials, and `onError`
 * shows the step when the server asks for it. `form` is the form whose code field then gets the focus.
 */
export function useSecondFactorStep(form: RefObject<HTMLFormElement | null>) {
  // Stays once it was asked for: sending the form again clears the refusal while the server is asked.
  const [isAsked, setIsAsked] = useState(false);
  const [code, setCode] = useState('');
  const [challenge, setChallenge] = useState<ChallengeToSign | null>(null);
  return {
    isAsked,
    code,
    setCode,
    challenge,
    /** What the form's own button sends. */
    input: isAsked && code ? { code } : {},
    /** Asks for the second step where that is why the sign-in was refused. */
    onError: (error: Error) => {
      if (!(error instanceof ApiError)) return;
      const { passkey } = error.fields;
      if (passkey) setChallenge(JSON.parse(passkey) as ChallengeToSign);
      if (error.code !== 'code_required') return;
      setIsAsked(true);
      const wanted = passkey && arePasskeysSupported() ? '[data-passkey]' : '[name=code]';
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(wanted)?.focus());
    },
    reset() {
      setIsAsked(false);
      setCode('');
      setChallenge(null);
    },
  };
}

/** The second step of a sign-in: a passkey where the account has one, or a code. */
export function SecondFactorStep({
  step,
  busy,
  onSigned,
  error,
}: {
  step: ReturnType<typeof useSecondFactorStep>;
  busy: boolean;
  /** Sends the form with a signed challenge. */
  onSigned: (passkey: SignedChallenge) => void;
  error?: string | false | undefined;
}) {
  const { t } = useTranslation('auth');
  const [isStopped, setIsStopped] = useState(false);
  const { isAsked, challenge, code, setCode } = step;
  if (!isAsked) return null;
  const sign = async (asked: ChallengeToSign) => {
    setIsStopped(false);
    const signed = await askForPasskeyAssertion(asked).catch(() => null);
    if (signed) onSigned(signed);
    else setIsStopped(true);
  };
  return (
    <>
      {challenge && arePasskeysSupported() && (
        <Button data-passkey wide busy={busy} onClick={() => void sign(challenge)}>
          {t('passkey.use')}
        </Button>
      )}
      {isStopped && <Notice>{t('passkey.stopped')}</Notice>}
      <TextField
        label={t('code')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={error}
      />
    </>
  );
}
