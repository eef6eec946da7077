import "i18next";
import type account from "./en/account.json";
import type admin from "./en/admin.json";
import type answers from "./en/answers.json";
import type audit from "./en/audit.json";
import type auth from "./en/auth.json";
import type common from "./en/common.json";
import type crowd from "./en/crowd.json";
import type dashboards from "./en/dashboards.json";
import type exportsCatalogue from "./en/exports.json";
import type gold from "./en/gold.json";
import type guidelines from "./en/guidelines.json";
import type images from "./en/images.json";
import type entered from "./en/entered.json";
import type hits from "./en/hits.json";
import type inbox from "./en/inbox.json";
import type qualify from "./en/qualify.json";
import type learning from "./en/learning.json";
import type models from "./en/models.json";
import type overview from "./en/overview.json";
import type people from "./en/people.json";
import type projects from "./en/projects.json";
import type quality from "./en/quality.json";
import type releases from "./en/releases.json";
import type reports from "./en/reports.json";
import type review from "./en/review.json";
import type samples from "./en/samples.json";
import type seeding from "./en/seeding.json";
import type settings from "./en/settings.json";
import type shortcuts from "./en/shortcuts.json";
import type spelling from "./en/spelling.json";
import type texts from "./en/texts.json";
import type studies from "./en/studies.json";
import type work from "./en/work.json";
import type workbench from "./en/workbench.json";

/** Keys are checked by the compiler; a new namespace is a line here and a file per language. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      account: typeof account;
      admin: typeof admin;
      answers: typeof answers;
      audit: typeof audit;
      auth: typeof auth;
      common: typeof common;
      crowd: typeof crowd;
      dashboards: typeof dashboards;
      exports: typeof exportsCatalogue;
      gold: typeof gold;
      guidelines: typeof guidelines;
      images: typeof images;
      entered: typeof entered;
      hits: typeof hits;
      inbox: typeof inbox;
      qualify: typeof qualify;
      learning: typeof learning;
      models: typeof models;
      overview: typeof overview;
      people: typeof people;
      projects: typeof projects;
      quality: typeof quality;
      releases: typeof releases;
      reports: typeof reports;
      review: typeof review;
      samples: typeof samples;
      seeding: typeof seeding;
      settings: typeof settings;
      shortcuts: typeof shortcuts;
      spelling: typeof spelling;
      texts: typeof texts;
      studies: typeof studies;
      work: typeof work;
      workbench: typeof workbench;
    };
  }
}
