"""Uses algorithms of networkx; its imports follow when modules of networkx move."""

import networkx as nx
import networkx.algorithms.dag
from networkx.algorithms import bipartite, clique, tree
from networkx.algorithms.shortest_paths.weighted import dijkstra_path
from networkx.exception import NetworkXNoPath
from networkx.readwrite import json_graph

graph = nx.Graph()
graph.add_weighted_edges_from([("a", "b", 3), ("b", "c", 1), ("c", "d", 2), ("a", "d", 9), ("d", "e", 1)])
print(dijkstra_path(graph, "a", "e"), nx.shortest_path_length(graph, "a", "e", weight="weight"))
print(sorted(map(sorted, clique.find_cliques(graph))), sorted(nx.bridges(graph)))
print(sorted(tree.minimum_spanning_edges(graph, data=False)), bipartite.is_bipartite(graph))
directed = nx.DiGraph([(1, 2), (2, 3), (1, 3)])
print(list(networkx.algorithms.dag.topological_sort(directed)), nx.algorithms.dag.dag_longest_path(directed))
print(nx.transitive_reduction(directed).edges, nx.algorithms.cycles.simple_cycles.__name__)
print(json_graph.node_link_data(directed))
print(sorted(map(sorted, nx.connected_components(graph))), nx.relabel_nodes(directed, {1: 9}).nodes)
try:
    nx.shortest_path(directed, 3, 1)
except NetworkXNoPath as error:
    print(error)
print("\n".join(nx.generate_edgelist(nx.convert_node_labels_to_integers(graph))))
