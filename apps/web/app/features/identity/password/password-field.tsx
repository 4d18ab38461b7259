import { IconEye, IconEyeOff, IconLock } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/form/text-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

interface Props extends Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'end' | 'icon'> {
  /** 'Password' by default. */
  label?: string;
}

/** A password with a button that shows what is typed. */
export function PasswordField({ label, ...props }: Props) {
  const { t } = useTranslation('auth');
  const [isVisible, setVisible] = useState(false);
  const Icon = isVisible ? IconEyeOff : IconEye;
  return (
    <TextField
      {...props}
      label={label ?? t('password.label')}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      icon={<IconLock />}
      endAdornment={
        <IconButton
          variant="plain"
          label={isVisible ? t('password.hide') : t('password.show')}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
