import { Button } from '#web/ui/button.tsx';
import { DeferredChildren } from '#web/ui/deferred-children.tsx';
import { BottomAction } from '#web/ui/bottom-action.tsx';
import { Page, PageHeading, Section } from '#web/ui/page.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { Kept, type Specimen, type Translate } from '../specimen.tsx';

const STEPS = ['A', 'B', 'C'].map((id) => ({ id }));

/** What holds others: lists, and the parts of a page. */
export function listLists(t: Translate): Specimen[] {
  const words = {
    up: (name: string) => t('ladder:list.up', { name }),
    down: (name: string) => t('ladder:list.down', { name }),
    drag: (name: string) => t('ladder:list.drag', { name }),
    draggable: t('ladder:list.draggable'),
    how: t('ladder:list.dragHow'),
    say: (what: 'taken' | 'over' | 'moved' | 'back', name: string, place: number) =>
      t(`ladder:list.${what}`, { name, place, total: STEPS.length }),
  };
  return [
    {
      component: 'SortableList',
      states: Object.fromEntries(
        (['sorting', 'still'] as const).map((state) => [
          state,
          <Kept key={state} initial={STEPS}>
            {(items, onSort) => (
              <SortableList
                items={items}
                texts={words}
                getName={({ id }) => id}
                onSort={onSort}
                isSorting={state === 'sorting'}
              >
                {({ id }, place, controls) => (
                  <>
                    <span data-name="">{`${place} ${id}`}</span> {controls}
                  </>
                )}
              </SortableList>
            )}
          </Kept>,
        ]),
      ),
    },
    {
      component: 'Page',
      states: {
        narrow: <Page narrow>{t('notFound.text')}</Page>,
        aside: <Page aside={t('nav.helpNow')}>{t('notFound.text')}</Page>,
      },
    },
    {
      component: 'PageHeading',
      states: {
        whole: (
          <PageHeading
            above={t('nav.label')}
            title={t('notFound.title')}
            lead={t('notFound.text')}
          />
        ),
      },
    },
    {
      component: 'Section',
      states: { titled: <Section title={t('notFound.title')}>{t('notFound.text')}</Section> },
    },
    {
      component: 'BottomAction',
      states: {
        plain: (
          <BottomAction>
            <Button>{t('actions.next')}</Button>
          </BottomAction>
        ),
      },
    },
    {
      component: 'DeferredChildren',
      states: { plain: <DeferredChildren>{t('notFound.text')}</DeferredChildren> },
    },
  ];
}
