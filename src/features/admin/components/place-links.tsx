import { Link } from 'wouter';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';

interface PlaceLinkProps {
  href: string;
  children: string;
}

/** Above a page of the studio: leads back to the list that it is of. */
export const BackLink = ({ href, children }: PlaceLinkProps) => (
  <Link
    href={href}
    className="-ml-1.5 inline-flex min-h-11 items-center gap-1.5 text-sm text-ink-2"
  >
    <Icon name="back" className="size-5" />
    {children}
  </Link>
);

/** Beside the heading of a list of the studio: leads to the form of something new. */
export const AddLink = ({ href, children }: PlaceLinkProps) => (
  <Link href={href} asChild>
    <ButtonLink icon={<Icon name="plus" className="size-5" />}>{children}</ButtonLink>
  </Link>
);
