import { stem, wordsOf } from './tokenize.ts';

/** Groups of words with nearly the same meaning. A word may be in several groups. */
const groups = `
  add create new insert open make; remove delete drop erase discard clear purge clean;
  edit update change modify set patch replace; find search lookup locate discover;
  show get read view display fetch retrieve; list enumerate browse; run execute start launch invoke trigger perform;
  stop kill cancel terminate abort end halt; restart rerun retry again; rename move; copy duplicate clone fork;
  save write store persist; send post publish notify announce tell; undo revert restore rollback reset;
  join combine merge; folder directory dir; file document; repo repository; bug issue ticket defect task story;
  pr pull merge; picture image screenshot photo; website site page url web; tab page window; type fill enter;
  press click tap; log console output print; crash error exception failure fail broken; slow performance latency;
  database db; table collection; row record document entry item; column field property attribute;
  query sql select statement; container pod docker; kubernetes k8s cluster; deploy deployment release rollout;
  build pipeline ci job workflow; comment reply note annotate; person people user member colleague teammate;
  message chat conversation channel; config configuration settings options preferences; env environment variable;
  permission access role grant; compare diff difference; history log past; request traffic network http call;
  upload attach; finish complete close resolve done; label tag category; sprint cycle iteration;
  explain describe analyze; check verify validate test; secret token credential password key;
  size big large bytes storage; count number total; schedule cron recurring; wiki documentation docs; team group;
  organization org company workspace; login authenticate sign session; email mail; calendar event meeting appointment;
  text content body; connect attach link; link relation relate; download export save; watch monitor subscribe follow;
  branch ref; jpeg jpg png gif media image audio video; aggregate group sum average; logout signout session`;

/** Words people use: the words tools use for the same thing. */
const translations = `
  name: rename; where: location path; author touched responsible blame: blame author; aside later shelve: stash;
  uncommitted unsaved: stash status working; staged unstaged modified dirty: status; changed changes: diff status;
  bring: cherry pick; copies instances replicas: scale replicas; more fewer grow shrink: scale;
  shell terminal command inside: exec execute; slow fast speed: explain performance trace profile lighthouse index;
  fields columns shape structure types: schema describe;
  remember memorize recall forget: memory entity observation knowledge; fact knowledge: memory observation entity;
  knows known: memory graph; drive walk travel trip route long far: directions distance travel;
  latitude longitude position: coordinates geocode; restaurant shop cafe hotel nearby near: places search;
  street city: address geocode; height altitude: elevation; article news blog internet online: web page scrape url;
  website site: scrape crawl map; urls links: map crawl; errors crashes bugs: issue error exception event;
  production live: deployment error; hand assign delegate responsible: assign assignee;
  colleague teammate: assign user; previous earlier old older: rollback history revert undo;
  back: rollback revert undo previous; console printed: console messages; requests calls: network;
  looks screen visible: screenshot snapshot; form: fill; wrote printed: log output; flaky unstable: flaky test;
  broken red failing: failure failed status; why cause reason: analyze explain failure root;
  conversation thread: thread replies; emoji like thumbs: reaction; approve lgtm: approve review; sprint: cycle;
  epic roadmap goal: initiative milestone roadmap; deadline due: milestone date; version versions: release tag;
  notes changelog: release; ask question: search query; money price cost bill: usage billing;
  free space disk: size storage; biggest largest big: size; permission who: member user;
  tell inform announce: message post send; sea level mountain hill: elevation; xhr ajax response: network request;
  night nightly daily weekly hourly every: schedule; rid: delete drop; married relative friend parent: relation;
  sign signed: logout login session; everywhere: all; secret: variable; newest: latest recent fetch; alert notice: monitor;
  did happened before: replay event history; disk computer machine: file filesystem directory`;

const synonyms = new Map<string, Set<string>>();

function relate(from: string, to: string): void {
  for (const term of wordsOf(from).map(stem))
    synonyms.set(term, new Set([...(synonyms.get(term) ?? []), ...wordsOf(to).map(stem)]));
}

for (const group of groups.split(';')) relate(group, group);
for (const translation of translations.split(';')) {
  const [from = '', to = ''] = translation.split(':');
  relate(from, to);
}

/** Takes and returns stems. */
export function synonymsOf(term: string): ReadonlySet<string> {
  return synonyms.get(term) ?? new Set();
}
