import { useParams } from "@tanstack/react-router";
import { Fragment, lazy, Suspense, type ComponentType, type ReactNode } from "react";
import { LoadingRows } from "@/components/loading";
import { NotFound } from "./page-faults";

export interface NumberParam {
  name: string;
  type: "number";
}
export interface TextParam {
  name: string;
  type: "text";
}

type Declared<Props> = {
  [Key in keyof Props]: Props[Key] extends number ? NumberParam : TextParam;
};

export const numberParam = (name: string): NumberParam => ({ name, type: "number" });
export const textParam = (name: string): TextParam => ({ name, type: "text" });

/** What stands in the address, or nothing where it names none: as /projects/abc. */
function readParam(params: Record<string, string | undefined>, param: NumberParam | TextParam) {
  const value = params[param.name] ?? "";
  if (param.type === "text") return value;
  return /^\d+$/.test(value) ? Number(value) : undefined;
}

/** A page in a file of its own, loaded at the first visit, given its address's parts as props. */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  declare: () => Declared<Props>,
  Frame: ComponentType<{ children: ReactNode }> = Fragment,
) {
  const Page = lazy(load) as unknown as ComponentType<Props>;
  return function LazyPage() {
    const params: Record<string, string | undefined> = useParams({ strict: false });
    const entries = Object.entries(declare() as Record<string, NumberParam | TextParam>);
    const read = Object.fromEntries(entries.map(([key, param]) => [key, readParam(params, param)]));
    // Said here: thrown to the router, it passes by every frame that has pages inside.
    if (Object.values(read).includes(undefined)) return <NotFound />;
    const props = read as unknown as Props;
    return (
      <Frame>
        <Suspense fallback={<LoadingRows />}>
          <Page {...props} />
        </Suspense>
      </Frame>
    );
  };
}
