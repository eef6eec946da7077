import type { GroupRule, IdentityProvider, NewIdentityProvider } from "@/api/sso";

/** A rule as it is edited: what it gives is "admin" or the number of a project. */
export interface RuleValues {
  /** Only for the page: rows keep their inputs when one before them goes. */
  id: string;
  group: string;
  gives: string;
  role: NonNullable<GroupRule["role"]>;
  teams: string[];
}

export interface Values extends Omit<NewIdentityProvider, "rules"> {
  rules: RuleValues[];
  client_secret: string;
}

let ids = 0;
const nextId = () => String((ids += 1));

export const newRule = (): RuleValues => ({ id: nextId(), group: "", gives: "", role: "annotator", teams: [] });

export const initial = (provider?: IdentityProvider): Values => ({
  key: provider?.key ?? "",
  name: provider?.name ?? "",
  issuer: provider?.issuer ?? "",
  client_id: provider?.client_id ?? "",
  client_secret: "",
  scopes: provider?.scopes ?? ["openid", "email", "profile"],
  groups_claim: provider?.groups_claim ?? "",
  rules: (provider?.rules ?? []).flatMap(edited),
  email_domains: provider?.email_domains ?? [],
  makes_accounts: provider?.makes_accounts ?? false,
  links_by_email: provider?.links_by_email ?? false,
  trusts_second_factor: provider?.trusts_second_factor ?? false,
  signs_out_at_provider: provider?.signs_out_at_provider ?? false,
  is_active: provider?.is_active ?? true,
});

/** A rule may give both the administration and a project: two rows of the page. */
function edited({ group, admin, project, role, teams }: GroupRule): RuleValues[] {
  const row = { group, role: role ?? ("annotator" as const), teams };
  return [
    ...(admin ? [{ ...row, id: nextId(), gives: "admin", teams: [] }] : []),
    ...(project === null ? [] : [{ ...row, id: nextId(), gives: String(project) }]),
  ];
}

/** Rules as they are sent. */
export const rulesOf = (rules: RuleValues[]): GroupRule[] =>
  rules.map(({ group, gives, role, teams }) =>
    gives === "admin"
      ? { group: group.trim(), admin: true, project: null, role: null, teams: [] }
      : { group: group.trim(), admin: false, project: Number(gives), role, teams },
  );
