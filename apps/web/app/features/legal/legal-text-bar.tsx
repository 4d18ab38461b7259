import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useConfirmLegalText, useLegalTextChanges } from './legal-texts.api.ts';
import { useDayFormat } from './policy-versions.tsx';

/**
 * What changes, and, once it holds, the choice to accept it or to leave. It blocks nothing: who has bought collects the
 * pack under the terms of the purchase.
 */
export default function LegalTextBar() {
  const { t } = useTranslation(['legal', 'common']);
  const formatDay = useDayFormat();
  const { data: changes = [] } = useLegalTextChanges();
  const confirm = useConfirmLegalText();
  if (changes.length === 0) return null;
  return (
    <aside aria-label={t('change.label')} className="bg-info-soft print:hidden">
      <ul>
        {changes.map((change) => {
          const { text, version, needs_acceptance: needsAcceptance, is_in_force: isInForce } = change;
          const title = t(`common:footer.${text}`);
          return (
            <li key={text + version} className="gutter flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-64 text-sm text-pretty">
                <p className="font-bold">
                  {isInForce
                    ? t('change.inForce', { title })
                    : t('change.ahead', { title, date: formatDay(change.holds_from) })}
                </p>
                {/* On the page of a version that is ahead all of it stands. */}
                <p className={isInForce ? undefined : 'max-sm:line-clamp-3'}>{change.changes}</p>
              </div>
              <div className="flex flex-wrap gap-2">
                <ButtonLink size="small" variant="ghost" to={paths.policyVersion(text, version)}>
                  {t('change.read')}
                </ButtonLink>
                {needsAcceptance && isInForce ? (
                  <ButtonLink size="small" variant="ghost" to={paths.deleteAccount}>
                    {t('change.leave')}
                  </ButtonLink>
                ) : null}
                <Button
                  size="small"
                  loading={confirm.isPending}
                  onClick={() =>
                    confirm.mutate(
                      { text, version },
                      { onSuccess: () => needsAcceptance && showToast(t('change.accepted')) },
                    )
                  }
                >
                  {t(needsAcceptance ? 'change.accept' : 'change.ok')}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </aside>
  );
}
