import { useState } from "react";
import { currentLanguage, wishLanguage } from "@/lib/i18n";
import { LanguageChoice } from "./language-choice";

/** For pages before anybody has signed in: the choice is this device's. */
export function DeviceLanguage() {
  const [language, setLanguage] = useState(currentLanguage);
  return (
    <LanguageChoice
      isQuiet
      value={language}
      onChange={(chosen) => {
        if (!chosen) return;
        setLanguage(chosen);
        void wishLanguage(chosen);
      }}
    />
  );
}
