import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';

interface ShownOnceProps {
  label: string;
  hint: string;
  value: string;
  /** The button that copies it, and what is said of how that went. */
  words: { copy: string; copied: string; notCopied: string };
}

/** A secret that is told only now, to be copied. */
export function ShownOnce({ label, hint, value, words }: ShownOnceProps) {
  const { toast } = useToast();
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast({ title: words.copied }),
      () => toast({ title: words.notCopied }),
    );
  return (
    <>
      <TextField
        readOnly
        label={label}
        hint={hint}
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="secondary" className="mt-3" onClick={() => void copy()}>
        {words.copy}
      </Button>
    </>
  );
}
