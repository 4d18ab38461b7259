import { useQuery } from '@tanstack/react-query';
import { Button } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconCreditCard } from '@wopack/ui/icons';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SavedCard, savedCardsQuery, useRemoveSavedCard, useSetDefaultCard } from '../payments.api.ts';
import { formatExpiryDate, SavedCardName, useSavedCardName } from './saved-card-name.tsx';

/** Cards that the user keeps at the payment provider, to be removed. */
export function SavedCardList() {
  const { t } = useTranslation('account');
  const [cardToRemove, setCardToRemove] = useState<SavedCard | null>(null);
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-muted">{t('cards.text')}</p>
      <QueryState
        query={useQuery(savedCardsQuery)}
        loading={
          <Loading>
            <Skeleton className="h-16 rounded-md" />
          </Loading>
        }
      >
        {(cards) =>
          cards.length === 0 ? (
            <p className="rounded-md bg-panel px-4 py-3.5">{t('cards.none')}</p>
          ) : (
            <ul className="grid gap-2.5">
              {cards.map((card) => (
                <li
                  key={card.id}
                  className="flex flex-wrap items-center gap-3 rounded-md px-4 py-3 inset-ring inset-ring-line"
                >
                  <IconCreditCard className="size-6 shrink-0 text-muted" />
                  <p className="min-w-0 flex-1 basis-40">
                    <b className="block">
                      <SavedCardName card={card} />
                    </b>
                    <span className={card.is_expired ? 'text-sm text-danger' : 'text-sm text-muted'}>
                      {t(card.is_expired ? 'cards.expired' : 'cards.until', {
                        date: formatExpiryDate(card),
                      })}
                    </span>
                  </p>
                  <DefaultChoice card={card} isOnly={cards.length === 1} />
                  <RemoveButton card={card} onPress={() => setCardToRemove(card)} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      <RemoveDialog card={cardToRemove} onClose={() => setCardToRemove(null)} />
    </div>
  );
}

/** Which card is preselected when paying; with one card there is nothing to choose. */
function DefaultChoice({ card, isOnly }: { card: SavedCard; isOnly: boolean }) {
  const { t } = useTranslation('account');
  const nameCard = useSavedCardName();
  const setDefault = useSetDefaultCard();
  if (isOnly || card.is_expired) return null;
  if (card.is_default) return <span className="text-sm font-semibold text-save">{t('cards.isDefault')}</span>;
  return (
    <Button
      size="small"
      variant="ghost"
      loading={setDefault.isPending}
      onClick={() =>
        setDefault.mutate(card.id, {
          onSuccess: () => showToast(t('cards.defaultSet', { card: nameCard(card) })),
          onError: showErrorToast,
        })
      }
      aria-label={t('cards.makeDefaultNamed', { card: nameCard(card) })}
    >
      {t('cards.makeDefault')}
    </Button>
  );
}

function RemoveButton({ card, onPress }: { card: SavedCard; onPress: () => void }) {
  const { t } = useTranslation('account');
  const nameCard = useSavedCardName();
  return (
    <Button
      size="small"
      variant="ghost"
      onClick={onPress}
      aria-label={t('cards.removeNamed', { card: nameCard(card) })}
    >
      {t('cards.remove')}
    </Button>
  );
}

function RemoveDialog({ card, onClose }: { card: SavedCard | null; onClose: () => void }) {
  const { t } = useTranslation('account');
  const nameCard = useSavedCardName();
  const removeCard = useRemoveSavedCard();
  // The text stays while the dialog closes.
  const [lastCard, setLastCard] = useState(card);
  if (card && card !== lastCard) setLastCard(card);
  return (
    <ConfirmDialog
      open={card !== null}
      onClose={onClose}
      title={t('cards.question', { card: lastCard ? nameCard(lastCard) : '' })}
      description={t('cards.effect')}
      confirmLabel={t('cards.remove')}
      isDanger
      loading={removeCard.isPending}
      onConfirm={() => {
        if (!card || removeCard.isPending) return;
        removeCard.mutate(card.id, {
          onSuccess: () => showToast(t('cards.removed')),
          onError: showErrorToast,
          onSettled: onClose,
        });
      }}
    />
  );
}
