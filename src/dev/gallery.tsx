import { useTranslation } from '#web/lib/translation.ts';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { EmailList } from './emails.tsx';
import { SPECIMEN_NAMESPACES, type Specimen } from './specimen.tsx';
import { listControls } from './specimens/controls.tsx';
import { listFields } from './specimens/fields.tsx';
import { listFormParts } from './specimens/form-parts.tsx';
import { listLists } from './specimens/lists.tsx';
import { listMessages } from './specimens/messages.tsx';
import { listScales } from './specimens/scales.tsx';
import { listSessionParts } from './specimens/session-parts.tsx';
import { listStudioParts } from './specimens/studio-parts.tsx';

/** Shows every component of src/ui and some of the features in their states, and every e-mail. */
export function Gallery() {
  const { t, i18n } = useTranslation([...SPECIMEN_NAMESPACES]);
  const specimens = [
    listControls(t),
    listFields(t),
    listScales(t),
    listMessages(t),
    listLists(t),
    listFormParts(t),
    listSessionParts(t),
    listStudioParts(),
  ].flat();
  return (
    <main className="dev-page">
      <nav aria-label="/dev">
        <ThemeSwitch toNight={t('theme.toNight')} toDawn={t('theme.toDawn')} />
        <a href={`?language=${t('language.otherCode')}`}>{t('language.other')}</a>
        <a href="#emails">E-mails</a>
      </nav>
      <h1 className="text-3xl">/dev · {i18n.language}</h1>
      {specimens.map((specimen) => (
        <ShownSpecimen key={specimen.component} {...specimen} />
      ))}
      <EmailList />
    </main>
  );
}

function ShownSpecimen({ component, states }: Specimen) {
  return (
    <section className="dev-component" data-component={component}>
      <h2 className="text-xl">{component}</h2>
      {Object.entries(states).map(([state, node]) => (
        <div key={state} className="dev-state" data-state={state}>
          <h3>{state}</h3>
          {node}
        </div>
      ))}
    </section>
  );
}
