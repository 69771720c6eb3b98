import { Button } from '#web/ui/button.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { EmptyState, LoadError, Notice } from '#web/ui/notice.tsx';
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx';
import { ToastProvider, useToast } from '#web/ui/toast.tsx';
import { Counted, type Specimen, type Translate } from '../specimen.tsx';

let loadsAsked = 0;
/** Its code does not come at first. */
const LateComponent = createLazyComponent(
  async () => {
    loadsAsked += 1;
    if (loadsAsked === 1) throw new Error('no network');
    return () => <p data-loaded="">{loadsAsked}</p>;
  },
  ({ failed, retry }) => (failed ? <button onClick={retry}>retry</button> : null),
);

function ToastButtons({ t }: { t: Translate }) {
  const { toast } = useToast();
  const undo = { label: t('actions.back'), altText: t('actions.back'), onPress: () => {} };
  return (
    <>
      <Button variant="secondary" onClick={() => toast({ title: t('actions.save') })}>
        {t('actions.save')}
      </Button>
      <Button
        variant="secondary"
        onClick={() =>
          toast({ title: t('notFound.title'), tone: 'refusal', action: undo, duration: 3_600_000 })
        }
      >
        {t('actions.cancel')}
      </Button>
    </>
  );
}

/** What is said to people, and what stands in for what is still to come. */
export function listMessages(t: Translate): Specimen[] {
  return [
    {
      component: 'Notice',
      states: {
        notice: (
          <Notice title={t('nav.helpNow')} actions={<Button>{t('actions.save')}</Button>}>
            {t('notFound.text')}
          </Notice>
        ),
        refusal: (
          <Notice tone="refusal" title={t('notFound.title')}>
            {t('notFound.text')}
          </Notice>
        ),
      },
    },
    {
      component: 'EmptyState',
      states: {
        plain: (
          <EmptyState title={t('notFound.title')} action={<Button>{t('notFound.goHome')}</Button>}>
            {t('notFound.text')}
          </EmptyState>
        ),
      },
    },
    {
      component: 'LoadError',
      states: {
        plain: (
          <Counted>
            {(count) => (
              <LoadError title={t('notFound.title')} retry={count}>
                {t('notFound.text')}
              </LoadError>
            )}
          </Counted>
        ),
      },
    },
    {
      component: 'Skeleton',
      states: { plain: <Skeleton /> },
    },
    {
      component: 'SkeletonList',
      states: {
        rows: <SkeletonList count={2} label={t('loading')} />,
      },
    },
    {
      component: 'ToastProvider',
      states: {
        closed: (
          <ToastProvider
            label={t('toast')}
            regionLabel={t('toasts')}
            closeLabel={t('actions.close')}
          >
            <ToastButtons t={t} />
          </ToastProvider>
        ),
      },
    },
    { component: 'LazyComponent', states: { failed: <LateComponent /> } },
  ];
}
