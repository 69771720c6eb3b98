import { useQuery } from '@tanstack/react-query';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';

/** An e-mail as it is sent, in each language; by scripts/dev-emails.ts. */
interface ShownEmail {
  name: string;
  versions: { language: string; subject: string; html: string; text: string }[];
}

/** Every e-mail, to unfold, in both languages: as it is shown, and as plain text. */
export function EmailList() {
  const { data, error, refetch } = useQuery({
    queryKey: ['dev-emails'],
    queryFn: async () => (await fetch('/dev/emails.json')).json() as Promise<ShownEmail[]>,
  });
  if (error) return <LoadError retry={() => void refetch()}>{String(error)}</LoadError>;
  return (
    <section id="emails" className="dev-component">
      <h2 className="text-xl">E-mails</h2>
      {data?.map((email) => <UnfoldedEmail key={email.name} email={email} />) ?? (
        <SkeletonList label="E-mails" shape="line" />
      )}
    </section>
  );
}

function UnfoldedEmail({ email: { name, versions } }: { email: ShownEmail }) {
  return (
    <details className="dev-email" data-email={name}>
      <summary>
        {name}
        {versions.map(({ language, subject }) => (
          <span key={language} lang={language} className="block text-sm text-ink-2">
            {subject}
          </span>
        ))}
      </summary>
      {versions.map(({ language, subject, html, text }) => (
        <div key={language} lang={language}>
          <iframe
            title={`${name} · ${language} · ${subject}`}
            srcDoc={html}
            sandbox=""
            loading="lazy"
          />
          <pre className="overflow-x-auto text-sm whitespace-pre-wrap">{text}</pre>
        </div>
      ))}
    </details>
  );
}
