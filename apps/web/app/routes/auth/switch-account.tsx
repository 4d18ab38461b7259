import { useTranslation } from 'react-i18next';
import type { Me } from '../../features/identity/identity.api.ts';
import { Button } from '../../ui/button.tsx';

interface Props {
  /** Unknown when the server did not say. */
  me: Me | undefined;
  linkUser: Me;
  onSwitch: () => void;
  onStay: () => void;
}

const getDisplayName = ({ name, sname, email }: Me) => `${name} ${sname}`.trim() || email;

/** The link belongs to somebody else than who is signed in here. */
export function SwitchAccount({ me, linkUser, onSwitch, onStay }: Props) {
  const { t } = useTranslation('account');
  return (
    <>
      <h1 className="d2">{t('token.ask')}</h1>
      <p className="break-words text-pretty text-2">
        {t('token.askText', { me: me ? getDisplayName(me) : t('token.someone'), other: linkUser.email })}
      </p>
      <div className="mt-2 grid gap-2.5">
        <Button fullWidth onClick={onStay}>
          {t('token.stay')}
        </Button>
        <Button fullWidth variant="soft" onClick={onSwitch}>
          {t('token.change', { other: getDisplayName(linkUser) })}
        </Button>
      </div>
    </>
  );
}
