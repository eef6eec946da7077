import { Anchor, Button, type AnchorProps, type ButtonProps } from "@mantine/core";
import { createLink, type LinkComponent } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps | keyof AnchorProps>;

interface ButtonLinkProps extends LinkProps, ButtonProps {
  ref?: Ref<HTMLAnchorElement>;
}

function MantineButton(props: ButtonLinkProps) {
  return <Button component="a" {...props} />;
}
const RoutedButton = createLink(MantineButton);

/** A button that goes somewhere: a real link, with typed addresses. */
export const LinkButton: LinkComponent<typeof MantineButton> = (props) => <RoutedButton {...props} />;

interface AnchorLinkProps extends LinkProps, AnchorProps {
  ref?: Ref<HTMLAnchorElement>;
}

function MantineAnchor(props: AnchorLinkProps) {
  return <Anchor {...props} />;
}
const RoutedAnchor = createLink(MantineAnchor);

export const TextLink: LinkComponent<typeof MantineAnchor> = (props) => <RoutedAnchor {...props} />;
