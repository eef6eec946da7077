import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

/** The one accent: a deep teal that keeps 5.4:1 under white text. */
const accent: MantineColorsTuple = [
  "#effaf8", "#d6f3ee", "#aee6dd", "#7dd3c7", "#4dbcae", "#2aa294", "#147d71", "#0f6e64", "#0d5a53", "#0a4843",
];
const gray: MantineColorsTuple = [
  "#f7f8f8", "#eef0f1", "#e2e5e7", "#d3d7da", "#b6bcc1", "#8b939a", "#5c656d", "#444c54", "#2c3339", "#191e22",
];
const dark: MantineColorsTuple = [
  "#dfe3e6", "#c2c8cd", "#a3abb2", "#6f7880", "#3e454c", "#2f353b", "#23282d", "#1b1f23", "#14171a", "#0e1012",
];
const red: MantineColorsTuple = [
  "#fdf3f2", "#fbe3e1", "#f5c3bf", "#ee9d97", "#e57a72", "#d95b52", "#c4423a", "#b03028", "#8f2620", "#731f1a",
];

const yellow: MantineColorsTuple = [
  "#fdf6e3", "#faeac2", "#f4d68a", "#edc153", "#e2ab2c", "#c98f14", "#a8740c", "#8a5d08", "#714b07", "#5c3d06",
];
const green: MantineColorsTuple = [
  "#eef9f0", "#d9f1de", "#b2e2bc", "#86d096", "#5cbc72", "#3da656", "#2c8a44", "#216f36", "#1b5a2c", "#154824",
];

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, gray, dark, red, yellow, green },
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: "0.8125rem", sm: "0.875rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.25rem" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "3px", sm: "5px", md: "8px", lg: "12px", xl: "24px" },
  defaultRadius: "sm",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  headings: {
    fontWeight: "620",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "1.3" },
      h2: { fontSize: "1.1875rem", lineHeight: "1.35" },
      h3: { fontSize: "1.0625rem", lineHeight: "1.4" },
      h4: { fontSize: "1rem", lineHeight: "1.4" },
    },
  },
  // By name: naming the components themselves would load all of them with every page.
  components: {
    Alert: { defaultProps: { variant: "light", radius: "md" } },
    Badge: { defaultProps: { variant: "light", radius: "sm", tt: "none", fw: 550 } },
    Button: { defaultProps: { fw: 550 } },
    Card: { defaultProps: { radius: "md", padding: "md" } },
    Modal: { defaultProps: { radius: "md", centered: true } },
    Paper: { defaultProps: { radius: "md" } },
    // Words do not touch the edge of what marks them.
    SegmentedControl: { styles: { label: { paddingInline: 10 } } },
    Table: { defaultProps: { verticalSpacing: "xs", horizontalSpacing: "sm" } },
    // What people type begins on the side where its own language begins.
    Textarea: { defaultProps: { dir: "auto" } },
    TextInput: { defaultProps: { dir: "auto" } },
  },
});

/** Surfaces and marks that Mantine has no word for. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#5c656d",
    "--mantine-color-placeholder": "#6b747c",
    "--mantine-color-anchor": "#0d5a53",
    "--mantine-color-error": "#b03028",
    "--app-canvas": "#f5f6f6",
    "--app-sunken": "#eef0f1",
    "--app-added-bg": "#d5f0df",
    "--app-added-text": "#0f4a2b",
    "--app-removed-bg": "#fbe0de",
    "--app-removed-text": "#7a1f19",
    "--app-focus": "#0f6e64",
    "--app-nav-active": "#e3f1ef",
    "--app-row-hover": "#f7f8f8",
    "--app-photo": "#e2e5e7",
    // What is well, wrong, worth a look, merely said: as text, icon or line, and as a ground under text.
    "--app-good": "#216f36",
    "--app-bad": "#b03028",
    "--app-warn": "#8a5d08",
    "--app-note": "#1864ab",
    "--app-bad-soft": "#fbe3e1",
    "--app-warn-soft": "#faeac2",
    "--app-note-soft": "#e3f0ff",
    "--app-chart-1": "#0f6e64",
    "--app-chart-2": "#b3541e",
    "--app-chart-3": "#5546b8",
    "--app-chart-4": "#8a3a70",
    // Five tones from one side to the other; what is written on them keeps 4.5:1.
    "--app-tone-1": "#7d3c00",
    "--app-tone-2": "#b3601c",
    "--app-tone-3": "#6b747c",
    "--app-tone-4": "#1b8074",
    "--app-tone-5": "#0a4843",
    "--app-on-tone": "#ffffff",
  },
  dark: {
    "--mantine-color-dimmed": "#a3abb2",
    "--mantine-color-placeholder": "#8d969e",
    "--mantine-color-anchor": "#7dd3c7",
    "--mantine-color-error": "#f0958e",
    "--mantine-color-gray-light": "#2f353b",
    "--mantine-color-gray-light-color": "#dfe3e6",
    "--mantine-color-accent-light": "#153a35",
    "--mantine-color-accent-light-color": "#aee6dd",
    "--app-canvas": "#14171a",
    "--app-sunken": "#14171a",
    "--app-added-bg": "#12402a",
    "--app-added-text": "#b9f0cf",
    "--app-removed-bg": "#4d1d1a",
    "--app-removed-text": "#ffcdc9",
    "--app-focus": "#7dd3c7",
    "--app-nav-active": "#1e3835",
    "--app-row-hover": "#20252a",
    "--app-photo": "#14171a",
    "--app-good": "#86d096",
    "--app-bad": "#f0958e",
    "--app-warn": "#edc153",
    "--app-note": "#74c0fc",
    "--app-bad-soft": "#4d1d1a",
    "--app-warn-soft": "#443513",
    "--app-note-soft": "#1d3557",
    "--app-chart-1": "#4dbcae",
    "--app-chart-2": "#f0a45c",
    "--app-chart-3": "#a99cf5",
    "--app-chart-4": "#e08cc2",
    "--app-tone-1": "#ffb36b",
    "--app-tone-2": "#c98345",
    "--app-tone-3": "#8d969e",
    "--app-tone-4": "#3fa79a",
    "--app-tone-5": "#9be3d8",
    "--app-on-tone": "#14171a",
  },
});
