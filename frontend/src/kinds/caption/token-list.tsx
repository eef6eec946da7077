import { Text, UnstyledButton } from "@mantine/core";
import { IconTextPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Shape } from "@/canvas/box-view";
import classes from "./caption.module.css";

interface TokenListProps {
  tokens: readonly Shape[];
  lit: string | null;
  isReadOnly: boolean;
  onHover: (id: string | null) => void;
  onInsert: (text: string) => void;
}

/** The words a reading engine or a person found: one press puts a word at the cursor. */
export function TokenList({ tokens, lit, isReadOnly, onHover, onInsert }: TokenListProps) {
  const { t } = useTranslation("workbench");
  return (
    <section className={classes.group} aria-label={t("caption.tokens")}>
      <Text fw={600} size="sm">
        {t("caption.tokens")}
      </Text>
      <Text size="xs" c="dimmed">
        {tokens.length > 0 ? t("caption.tokens_hint") : t("caption.no_tokens")}
      </Text>
      {tokens.length > 0 && (
        <ul className={classes.tokens}>
          {tokens.map((token) => (
            <li key={token.id}>
              <UnstyledButton
                className={classes.token}
                data-lit={lit === token.id || undefined}
                aria-disabled={isReadOnly || undefined}
                aria-label={t("caption.insert_token", { text: token.name })}
                onMouseEnter={() => onHover(token.id)}
                onMouseLeave={() => onHover(null)}
                onFocus={() => onHover(token.id)}
                onBlur={() => onHover(null)}
                // The cursor stays in the text: that is where the word goes.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  if (!isReadOnly) onInsert(token.name);
                }}
              >
                {token.name}
                <IconTextPlus size={13} aria-hidden />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
