import { findElasticsearch } from '../../../test/engines/elasticsearch.ts';
import { findOpensearch } from '../../../test/engines/opensearch.ts';
import { openSsh } from '../../../test/engines/sshd.ts';
import { describeClusterContract } from './testing/cluster-contract.ts';

const programs = await openSsh();

/** In one file, so that they run one after the other: each takes most of a gigabyte. */
for (const version of ['7.17.29', '8.19.5', '9.2.0'] as const)
  describeClusterContract(
    {
      title: `Elasticsearch ${version}`,
      product: 'elasticsearch',
      version,
      start: await findElasticsearch(version),
      security: true,
      runtimeFields: true,
    },
    programs,
  );

describeClusterContract(
  {
    title: 'OpenSearch 2.19.1',
    product: 'opensearch',
    version: '2.19.1',
    start: await findOpensearch(),
    security: false,
    runtimeFields: false,
  },
  programs,
);
