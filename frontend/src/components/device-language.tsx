import { useState } from "react";
import { wishLanguage, wishOfDevice } from "@/lib/i18n";
import { LanguageChoice } from "./language-choice";

/** For pages before anybody has signed in: the choice is this device's. */
export function DeviceLanguage() {
  const [wish, setWish] = useState(wishOfDevice);
  return (
    <LanguageChoice
      isQuiet
      value={wish}
      onChange={(value) => {
        setWish(value);
        void wishLanguage(value || null);
      }}
    />
  );
}
