import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';

/** A link to the page of immediate help; a plain link, because prerendered pages show it too. */
export function HelpButton({
  label,
  isCompact = false,
  className = '',
}: {
  label?: string;
  /** On a narrow phone its words are there for screen readers alone. */
  isCompact?: boolean;
  className?: string;
}) {
  const { t } = useTranslation('ui');
  return (
    <ButtonLink
      href={paths.sos()}
      data-no-print=""
      variant="secondary"
      className={`min-h-11 min-w-0 gap-[min(0.625rem,2.8vw)]! border-line px-[min(1rem,4.5vw)]! ${className}`}
      icon={<Icon name="help" className="size-[min(1.25rem,6vw)] shrink-0 text-flow" />}
    >
      <span className={isCompact ? 'max-[27rem]:sr-only' : undefined}>
        {label ?? t('nav.helpNow')}
      </span>
    </ButtonLink>
  );
}
