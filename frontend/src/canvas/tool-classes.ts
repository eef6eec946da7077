import classes from "./canvas-toolbar.module.css";

/** Of a tool, and of what is within it: the word below its icon at the first tasks, later beside it or not at all. */
export const TOOL = { root: classes.tool ?? "", icon: classes.inner ?? "" };
export const TOOL_WORD = classes.word ?? "";
