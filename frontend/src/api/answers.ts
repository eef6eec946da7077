/** Answers by kind, as the server's kinds define them. */

/** Pixels of the upright original image, two decimals, inside the image. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ObjectAnswer {
  id: string;
  label: string;
  box: Box;
  description: string;
  derived_from: string[];
}

export interface ObjectsAnswer {
  objects: ObjectAnswer[];
}

export interface DescriptionAnswer {
  text: string;
}

export type Answer = ObjectsAnswer | DescriptionAnswer;

export function isObjectsAnswer(answer: Answer): answer is ObjectsAnswer {
  return "objects" in answer;
}
