import { Button, ButtonLink, IconButton, Spinner } from '#web/ui/button.tsx';
import { Checkbox, ChoiceCards, RadioGroup } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { Counted, Kept, type Specimen, type Translate } from '../specimen.tsx';

/** What is pressed or chosen. */
export function listControls(t: Translate): Specimen[] {
  const choices = [
    { value: 'dawn', label: t('theme.toDawn') },
    { value: 'night', label: t('theme.toNight'), detail: t('footer.articles') },
    { value: 'none', label: t('actions.cancel'), disabled: true },
  ];
  const group = { legend: t('nav.label'), choices };
  return [
    {
      component: 'Button',
      states: {
        primary: (
          <Counted>{(count) => <Button onClick={count}>{t('actions.save')}</Button>}</Counted>
        ),
        secondary: <Button variant="secondary">{t('actions.cancel')}</Button>,
        quiet: <Button variant="quiet">{t('actions.back')}</Button>,
        wide: (
          <Button wide icon={<Icon name="play" className="size-5" />}>
            {t('actions.next')}
          </Button>
        ),
        busy: (
          <Counted>
            {(count) => (
              <Button busy onClick={count}>
                {t('actions.save')}
              </Button>
            )}
          </Counted>
        ),
        disabled: <Button disabled>{t('actions.save')}</Button>,
      },
    },
    {
      component: 'ButtonLink',
      states: {
        link: (
          <ButtonLink href="#emails" icon={<Icon name="arrow-right" className="size-5" />}>
            {t('nav.howItWorks')}
          </ButtonLink>
        ),
      },
    },
    {
      component: 'IconButton',
      states: {
        plain: (
          <IconButton label={t('actions.close')}>
            <Icon name="close" />
          </IconButton>
        ),
        filled: (
          <IconButton label={t('actions.next')} size="large" filled>
            <Icon name="play" />
          </IconButton>
        ),
        disabled: (
          <IconButton label={t('actions.back')} disabled>
            <Icon name="back" />
          </IconButton>
        ),
      },
    },
    {
      component: 'Icon',
      states: { plain: <Icon name="notice" /> },
    },
    {
      component: 'Spinner',
      states: { labelled: <Spinner label={t('loading')} />, silent: <Spinner /> },
    },
    {
      component: 'RadioGroup',
      states: {
        unanswered: (
          <Kept initial={null as string | null}>
            {(value, onChange) => <RadioGroup {...group} value={value} onChange={onChange} />}
          </Kept>
        ),
        wrong: (
          <RadioGroup {...group} value={null} onChange={() => {}} error={t('notFound.text')} />
        ),
      },
    },
    {
      component: 'ChoiceCards',
      states: {
        chosen: (
          <Kept initial="dawn">
            {(value, onChange) => (
              <ChoiceCards {...group} hideLegend value={value} onChange={onChange} />
            )}
          </Kept>
        ),
      },
    },
    {
      component: 'Checkbox',
      states: {
        unticked: (
          <Kept initial={false}>
            {(checked, set) => (
              <Checkbox
                label={t('footer.cookies')}
                detail={t('footer.privacy')}
                checked={checked}
                onChange={(event) => set(event.target.checked)}
              />
            )}
          </Kept>
        ),
        disabled: <Checkbox label={t('footer.terms')} disabled defaultChecked />,
        wrong: <Checkbox label={t('footer.terms')} error={t('notFound.text')} />,
      },
    },
    {
      component: 'Dialog',
      states: {
        closed: (
          <Kept initial={false}>
            {(open, set) => (
              <>
                <Button onClick={() => set(true)}>{t('nav.helpNow')}</Button>
                <Dialog
                  open={open}
                  onClose={() => set(false)}
                  title={t('nav.helpNow')}
                  actions={<Button onClick={() => set(false)}>{t('actions.save')}</Button>}
                >
                  {t('notFound.text')}
                </Dialog>
              </>
            )}
          </Kept>
        ),
      },
    },
    {
      component: 'ThemeSwitch',
      states: { plain: <ThemeSwitch toNight={t('theme.toNight')} toDawn={t('theme.toDawn')} /> },
    },
  ];
}
