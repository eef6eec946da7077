/** Where an image that is judged is read; its key tells nothing of where it comes from. */
export const pictureUrl = (key: string, size: "thumb" | "view" | "full" = "view") =>
  `/api/v1/stimuli/${key}/content?size=${size}`;
